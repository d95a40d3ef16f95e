// Sign in (/login): the form, why the last session ended, and the way to the rest.
import type { User } from '@jokko/contract/access'
import { Alert, Anchor, Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../app/config.ts'
import { usePageTitle } from '../app/page-title.ts'
import { startSession } from '../app/session.tsx'
import { LanguageSelect } from '../common/language-select.tsx'
import { isTurnedAway } from './access-api.ts'
import './login-page.css'
import { PromisePanel } from './promise-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/login')

function TurnedAwayNotice({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('access')
  const { data } = useQuery({ ...configQuery, enabled: isOpen })
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('rejected.title')} withCloseButton={false}>
      <p className="dialog-text">{t('rejected.text', { mailbox: data?.compliance_mailbox ?? '' })}</p>
      <Button fullWidth data-autofocus onClick={onClose}>
        {t('rejected.understood')}
      </Button>
    </Modal>
  )
}

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

export function LoginPage() {
  const { t } = useTranslation('access')
  const { ended } = route.useSearch()
  const navigate = route.useNavigate()
  const [isTurned, setTurned] = useState(false)
  usePageTitle(t('login.title'))

  const enter = (user: User) => {
    if (isTurnedAway(user)) {
      setTurned(true)
      return
    }
    startSession(user)
    void navigate({ to: '/dashboard/home', replace: true })
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
          {ended !== undefined && (
            <Alert color="indigo" role="status">
              {t(`ended.${ended}`)}
            </Alert>
          )}
          <SignInForm onSignedIn={enter} />
          <p className="login__join">
            {t('login.no_account')} <Anchor href="/join">{t('login.join')}</Anchor>
          </p>
        </div>
        <footer className="login__footer">
          <Anchor href="/terms">{t('login.terms')}</Anchor>
          <Anchor href="/privacy">{t('login.privacy')}</Anchor>
        </footer>
      </main>
      <TurnedAwayNotice isOpen={isTurned} onClose={() => setTurned(false)} />
    </div>
  )
}
