// Third and fourth step of a bank transfer: into which of our accounts, and what to type into one's bank.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BankInstructions } from '../common/bank-instructions.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { OurBankChoice } from '../common/our-bank-choice.tsx'
import { bankDetailsQuery } from '../common/our-banks.ts'
import { problemText } from '../common/problem-text.ts'
import { BackHome } from './back-home.tsx'
import { PayOtherwise } from './pay-otherwise.tsx'
import { RequestFrame } from './request-frame.tsx'

const route = getRouteApi('/payment/$id')

export function BankStep({ requested }: { requested: RequestedPayment }) {
  const navigate = route.useNavigate()
  const choose = (account: number) =>
    void navigate({ search: previous => ({ ...previous, step: 'details', account }) })
  return (
    <RequestFrame stage="payment">
      <OurBankChoice onChosen={choose} />
      <div className="request-buttons">
        <PayOtherwise requested={requested} />
      </div>
    </RequestFrame>
  )
}

export function DetailsStep({ requested, accountId }: { requested: RequestedPayment; accountId: number }) {
  const { t } = useTranslation(['payment-request', 'common'])
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(bankDetailsQuery(requested.payment?.id ?? '', accountId))
  return (
    <RequestFrame stage="confirmation">
      <StepHeading>{t('bank.heading')}</StepHeading>
      <section className="card request-card">
        <p className="dialog-text">{t('bank.text')}</p>
        {data !== undefined && <BankInstructions details={data} />}
        {data === undefined && error === null && (
          <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />
        )}
        {error !== null && (
          <Alert color="clay" role="alert">
            <p className="dialog-text">{problemText(error)}</p>
            <Button onClick={() => void refetch()}>{t('retry', { ns: 'common' })}</Button>
          </Alert>
        )}
        <p className="flow-note">{t('bank.next')}</p>
      </section>
      <div className="request-buttons">
        <Button
          variant="default"
          onClick={() => void navigate({ search: ({ account: _account, step: _step, ...rest }) => rest })}
        >
          {t('bank.other')}
        </Button>
        <PayOtherwise requested={requested} />
        <BackHome requested={requested} />
      </div>
    </RequestFrame>
  )
}
