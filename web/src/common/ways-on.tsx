// The ways on from a payment that is over, or that somebody leaves: to what was paid, to another method, or out.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasSession } from '../app/session-end.ts'

/** A transfer or a deposit, and how it is called. */
type Paid = Pick<ReturnedPayment, 'payment_id' | 'operation_type' | 'request_id'>

type SeeOperationProps = { readonly payment: Paid; readonly isFirst?: boolean }

const flowOf = ({ operation_type }: Paid) => (operation_type === 'deposit' ? 'deposit' : 'transfer')

/** What was asked for is followed on its own page, which leads on to whoever asked. */
function BackToRequest({ id, variant }: { id: string; variant: 'filled' | 'default' }) {
  const { t } = useTranslation('payin')
  return (
    <Button variant={variant} renderRoot={props => <Link {...props} to="/payment/$id" params={{ id }} />}>
      {t('way.see.request')}
    </Button>
  )
}

/** Only who is signed in sees an operation; anybody else signs in first and comes back to it. */
export function SeeOperation({ payment, isFirst = false }: SeeOperationProps) {
  const { t } = useTranslation('payin')
  const variant = isFirst ? 'filled' : 'default'
  if (payment.request_id !== null) return <BackToRequest id={payment.request_id} variant={variant} />
  if (!hasSession()) {
    return (
      <Button
        variant={variant}
        renderRoot={props => <Link {...props} to="/login" search={{ operation: payment.payment_id }} />}
      >
        {t('way.sign_in')}
      </Button>
    )
  }
  return (
    <Button
      variant={variant}
      renderRoot={props => (
        <Link {...props} to="/dashboard/home" search={{ operation: payment.payment_id }} />
      )}
    >
      {t(`way.see.${flowOf(payment)}`)}
    </Button>
  )
}

/** The same flow again, beginning as this one did; after a sign-in where there is no session. */
export function UseAnotherMethod({ payment }: { payment: Paid }) {
  const { t } = useTranslation('payin')
  const to = hasSession() ? '/dashboard/home' : '/login'
  const { request_id: id } = payment
  if (id !== null)
    return (
      <Button
        renderRoot={props => (
          <Link {...props} to="/payment/$id" params={{ id }} search={{ step: 'amount' }} />
        )}
      >
        {t('way.other_method')}
      </Button>
    )
  return (
    <Button
      renderRoot={props => (
        <Link {...props} to={to} search={{ flow: flowOf(payment), from: payment.payment_id }} />
      )}
    >
      {t('way.other_method')}
    </Button>
  )
}

type CloseButtonProps = { /** Absent: home. */ readonly onClose?: (() => void) | undefined }

export function CloseButton({ onClose }: CloseButtonProps) {
  const { t } = useTranslation('payin')
  if (onClose)
    return (
      <Button variant="subtle" onClick={onClose}>
        {t('close')}
      </Button>
    )
  return (
    <Button component={Link} to="/" variant="subtle">
      {t('close')}
    </Button>
  )
}
