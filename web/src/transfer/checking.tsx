// Nobody knows yet whether the payment was accepted: says so, and asks again with the same key.
import { Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../app/network.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { useTransfer } from './transfer-context.ts'
import { beneficiaryName, type Submission } from './transfer-state.ts'
import './checking.css'

function What({ submission }: { submission: Submission }) {
  const { t } = useTranslation('transfer')
  const { beneficiary } = useTransfer().state
  const format = useAmountFormat()
  const total = submission.body.total_to_pay
  if (beneficiary === undefined || total === undefined) return null
  return (
    <p className="checking__what">
      {t('checking.what', { amount: format(String(total), 'EUR'), name: beneficiaryName(beneficiary) })}
    </p>
  )
}

export function Checking({ submission, onAskNow }: { submission: Submission; onAskNow: () => void }) {
  const { t } = useTranslation('transfer')
  const isOnline = useOnline()
  const isAsking = submission.state === 'sending'
  return (
    <section className="card checking">
      <StepHeading>{t('checking.title')}</StepHeading>
      <What submission={submission} />
      <p className="checking__text">{t('checking.text')}</p>
      {!isOnline && <p className="checking__text">{t('checking.offline')}</p>}
      <div className="checking__foot">
        <p className="flow-note" role="status">
          {isAsking && <Loader size={16} mr="xs" aria-hidden />}
          {isAsking ? t('checking.asking') : t('checking.tries', { count: submission.tries })}
        </p>
        <Button variant="default" onClick={onAskNow} disabled={isAsking}>
          {t('checking.now')}
        </Button>
      </div>
    </section>
  )
}
