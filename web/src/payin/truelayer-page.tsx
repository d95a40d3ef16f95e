// Instant bank payments (/truelayer): back from the bank's consent to open the payment, or back from paying.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { notify } from '../app/notify.ts'
import { hasSession } from '../app/session-end.ts'
import { bankDeniedText, keepPaymentProblem } from '../common/kept-problem.ts'
import { OutcomeCard } from '../common/outcome-card.tsx'
import { OutsidePage } from '../common/outside-page.tsx'
import { PaymentNotShown, PaymentUnknown } from '../common/payment-not-shown.tsx'
import { problemText } from '../common/problem-text.ts'
import { leaveFor } from '../common/way-to-pay.ts'
import { CloseButton } from '../common/ways-on.tsx'
import { InstantSteps } from './instant-steps.tsx'
import { type BankReturn, bankReturnOf } from './return-address.ts'
import { givenUpQuery, openedQuery } from './returned-api.ts'
import { ReturnedView } from './returned-view.tsx'

const route = getRouteApi('/truelayer')

/** Another try can help: no network, no answer, the company away. */
const isWorthRepeating = (error: Error): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.status === 429 ||
  error.code === 'provider_unavailable'

type OpeningProps = { readonly reference: string; readonly code: string }

/** The account is checked, the payment opened, and the browser goes on to the bank's page. */
function Opening({ reference, code }: OpeningProps) {
  const { t } = useTranslation(['payin', 'common'])
  const { data, error, refetch } = useQuery(openedQuery(reference, code))
  const url = data?.connect_url
  useEffect(() => {
    // In the place of this page: Back must not lead to a code that has been used.
    if (url !== undefined) leaveFor(url, 'replace')
  }, [url])
  if (error instanceof ApiError && error.status === 404) return <PaymentUnknown />
  if (error !== null && !isWorthRepeating(error)) {
    return <ReturnedView name={reference} notice={problemText(error)} />
  }
  if (error !== null) {
    return (
      <OutcomeCard
        tone="failed"
        heading={t('instant.refused')}
        buttons={
          <>
            <Button onClick={() => void refetch()}>{t('way.try_again')}</Button>
            <CloseButton />
          </>
        }
      >
        <Alert color="amber" role="alert">
          {problemText(error)}
        </Alert>
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard
      tone="progress"
      heading={t(url === undefined ? 'instant.checking_title' : 'instant.going_title')}
      buttons={url !== undefined && <Button onClick={() => leaveFor(url)}>{t('way.continue')}</Button>}
    >
      <p className="outcome__text">{t('instant.checking_text')}</p>
      <InstantSteps
        stops={url === undefined ? ['current', 'upcoming', 'upcoming'] : ['done', 'current', 'upcoming']}
      />
    </OutcomeCard>
  )
}

const isUnpaid = ({ status }: ReturnedPayment): boolean => status !== 'succeeded' && status !== 'pending'

/** The payer did not let us ask the bank: the payment is closed, and home says so. */
function Denied({ name }: { name: string }) {
  const { t } = useTranslation('payin')
  const navigate = useNavigate()
  const { data: closed, error, refetch } = useQuery(givenUpQuery(name))
  const isClosed = closed !== undefined && isUnpaid(closed)
  useEffect(() => {
    if (!isClosed) return
    if (hasSession()) keepPaymentProblem('bank_denied')
    else void notify(bankDeniedText())
    void navigate({ to: '/', replace: true })
  }, [isClosed, navigate])
  if (error !== null) return <PaymentNotShown error={error} onRetry={() => void refetch()} />
  if (closed !== undefined && !isClosed) return <ReturnedView name={name} />
  return <OutcomeCard tone="progress" heading={t('waiting.asking')} />
}

function Content({ returned }: { returned: BankReturn }) {
  const { t } = useTranslation('payin')
  switch (returned.is) {
    case 'consented':
      return <Opening reference={returned.ref} code={returned.code} />
    case 'denied':
      return <Denied name={returned.ref} />
    case 'returned':
      return (
        <ReturnedView
          key={returned.name}
          name={returned.name}
          notice={returned.hasError ? t('instant.bank_error') : undefined}
        />
      )
    case 'unknown':
      return <PaymentUnknown />
  }
}

export function TruelayerPage() {
  const { t } = useTranslation('payin')
  const returned = bankReturnOf(route.useSearch())
  return (
    <OutsidePage title={t('title.instant_bank_transfer')}>
      <Content returned={returned} />
    </OutsidePage>
  )
}
