// Sign in (/login): the form, why the last session ended, and the way to the rest.
import type { User } from '@jokko/contract/access'
import { Alert, Anchor } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterSignIn } from '../app/flows.ts'
import { usePageTitle } from '../app/page-title.ts'
import { startSession } from '../app/session-end.ts'
import { LanguageSelect } from '../common/language-select.tsx'
import './login-page.css'
import { PromisePanel } from './promise-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'

const TurnedAwayNotice = lazy(() =>
  import('./turned-away-notice.tsx').then(file => ({ default: file.TurnedAwayNotice })),
)

const route = getRouteApi('/login')

/** Without https the session's cookie is not kept: say so before someone types a password. */
function InsecureWarning() {
  const { t } = useTranslation('access')
  if (isSecureContext) return null
  return (
    <Alert color="clay" title={t('insecure.title')}>
      {t('insecure.text')}
    </Alert>
  )
}

/** Why one has to sign in here: the last session ended, or a link to a payment led here. */
function Reason() {
  const { t } = useTranslation('access')
  const { ended, request, appref } = route.useSearch()
  if (ended === undefined && request === undefined && appref === undefined) return null
  return (
    <Alert color="indigo" role="status">
      {ended === undefined ? t('login.asked') : t(`ended.${ended}`)}
    </Alert>
  )
}

export function LoginPage() {
  const { t } = useTranslation('access')
  const { ended: _ended, ...target } = route.useSearch()
  const navigate = route.useNavigate()
  const [isTurned, setTurned] = useState(false)
  usePageTitle(t('login.title'))

  const enter = (user: User) => {
    startSession(user.id)
    void navigate({ ...afterSignIn(target), replace: true })
  }

  return (
    <div className="login">
      <PromisePanel />
      <main className="login__main">
        <div className="login__language">
          <LanguageSelect />
        </div>
        <div className="login__form">
          <h1 className="login__title">{t('login.welcome')}</h1>
          <InsecureWarning />
          <Reason />
          <SignInForm onSignedIn={enter} onTurnedAway={() => setTurned(true)} />
          <p className="login__join">
            {t('login.no_account')}{' '}
            <Anchor component={Link} to="/join" underline="always">
              {t('login.join')}
            </Anchor>
          </p>
        </div>
        <footer className="login__footer">
          <Anchor component={Link} to="/terms">
            {t('login.terms')}
          </Anchor>
          <Anchor component={Link} to="/privacy">
            {t('login.privacy')}
          </Anchor>
        </footer>
      </main>
      <Suspense>{isTurned && <TurnedAwayNotice onClose={() => setTurned(false)} />}</Suspense>
    </div>
  )
}
