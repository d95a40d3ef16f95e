// A payment that cannot be shown: unknown here, or not to be read at the moment.
import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { hasSession } from '../app/session-end.ts'
import { OutcomeCard } from './outcome-card.tsx'
import { problemText } from './problem-text.ts'

export function PaymentUnknown() {
  const { t } = useTranslation('payin')
  const isSignedIn = hasSession()
  const home = isSignedIn ? '/dashboard/home' : '/login'
  return (
    <OutcomeCard
      tone="closed"
      heading={t('not_found.title')}
      buttons={
        <Button component={Link} to={home}>
          {t(isSignedIn ? 'way.home' : 'way.login')}
        </Button>
      }
    >
      <p className="outcome__text">{t(isSignedIn ? 'not_found.text_signed_in' : 'not_found.text')}</p>
    </OutcomeCard>
  )
}

export function PaymentNotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('common')
  // A name that is too long or no name at all is refused before it is looked for.
  const isUnknown = error instanceof ApiError && [400, 403, 404, 422].includes(error.status)
  if (isUnknown) return <PaymentUnknown />
  return (
    <Alert color="clay" role="alert">
      <p className="dialog-text">{problemText(error)}</p>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </Alert>
  )
}
