// The link of a request, to copy, to share or to scan.
import type { PaymentRequest } from '@jokko/contract/payment-request'
import { AmountText } from '@jokko/ui/amount-text'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { StepHeading } from '../common/flow-step.tsx'
import { LinkToShare } from './link-to-share.tsx'

type MadeLinkProps = { readonly request: PaymentRequest; readonly onAnother: () => void }

export function MadeLink({ request, onAnother }: MadeLinkProps) {
  const { t } = useTranslation('payment-request')
  const format = useAmountFormat()
  return (
    <section>
      <StepHeading>{t('made.heading')}</StepHeading>
      <div className="card request-made" data-testid="made-link">
        <AmountText main={format(request.amount, 'EUR')} second={request.reason} size="title" />
        <p className="dialog-text">{t('made.text')}</p>
        <LinkToShare url={request.url} />
        <Button variant="default" onClick={onAnother}>
          {t('made.another')}
        </Button>
      </div>
    </section>
  )
}
