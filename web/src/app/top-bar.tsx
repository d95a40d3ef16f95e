// Who is signed in, the currency and the language of the screen, and the way out.
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../common/avatar.tsx'
import { DisplayChoices } from './display-choices.tsx'
import { useUser } from './session.tsx'
import './top-bar.css'

const LogOutDialog = lazy(() => import('./log-out-dialog.tsx').then(file => ({ default: file.LogOutDialog })))
const PersonMenu = lazy(() => import('./person-menu.tsx').then(file => ({ default: file.PersonMenu })))

function Person() {
  const user = useUser()
  return (
    <span className="person">
      <Avatar name={user.full_name} />
      <span className="person__names">
        <strong className="person__name">{user.full_name}</strong>
        {user.company !== null && !user.is_individual && (
          <span className="person__company">{user.company.name}</span>
        )}
      </span>
    </span>
  )
}

export function TopBar({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation()
  const [isLeaving, { open, close }] = useDisclosure(false)
  return (
    <header className="topbar">
      <Person />
      <Suspense>
        {isNarrow ? (
          <PersonMenu onLogOut={open} />
        ) : (
          <div className="topbar__choices">
            <DisplayChoices />
            <Button size="sm" variant="default" onClick={open}>
              {t('log_out.action')}
            </Button>
          </div>
        )}
      </Suspense>
      {/* On its own: while it is fetched, the button keeps its place and the focus. */}
      <Suspense>{isLeaving && <LogOutDialog onClose={close} />}</Suspense>
    </header>
  )
}
