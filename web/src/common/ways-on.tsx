// The ways on from a payment that is over, or that somebody leaves: to its transfer, to another method, or out.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasSession } from '../app/session-end.ts'

type SeeTransferProps = { readonly paymentId: string; readonly isFirst?: boolean }

/** Only who is signed in sees a transfer; anybody else signs in first and comes back to it. */
export function SeeTransfer({ paymentId, isFirst = false }: SeeTransferProps) {
  const { t } = useTranslation('payin')
  const variant = isFirst ? 'filled' : 'default'
  if (!hasSession()) {
    return (
      <Button
        variant={variant}
        renderRoot={props => <Link {...props} to="/login" search={{ operation: paymentId }} />}
      >
        {t('way.sign_in')}
      </Button>
    )
  }
  return (
    <Button
      variant={variant}
      renderRoot={props => <Link {...props} to="/dashboard/home" search={{ operation: paymentId }} />}
    >
      {t('way.see_transfer')}
    </Button>
  )
}

/** A new transfer that begins as this one did; after a sign-in where there is no session. */
export function UseAnotherMethod({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('payin')
  const to = hasSession() ? '/dashboard/home' : '/login'
  return (
    <Button renderRoot={props => <Link {...props} to={to} search={{ flow: 'transfer', from: paymentId }} />}>
      {t('way.other_method')}
    </Button>
  )
}

export function CloseButton() {
  const { t } = useTranslation('payin')
  return (
    <Button component={Link} to="/" variant="subtle">
      {t('close')}
    </Button>
  )
}
