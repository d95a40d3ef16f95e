// Who is signed in, the currency and the language of the screen, and the way out.
import { Button, Menu, Modal, NativeSelect, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../common/avatar.tsx'
import { LanguageSelect } from '../common/language-select.tsx'
import { problemText } from '../common/problem-text.ts'
import { chooseCurrency, type ShownCurrency, useShownCurrency } from './currency.ts'
import { notify } from './notify.ts'
import { signOut, useUser } from './session.tsx'
import './top-bar.css'

function CurrencySelect() {
  const { t } = useTranslation()
  const currency = useShownCurrency()
  return (
    <NativeSelect
      aria-label={t('currency')}
      size="sm"
      data={['EUR', 'CFA']}
      value={currency}
      onChange={event => chooseCurrency(event.currentTarget.value as ShownCurrency)}
    />
  )
}

function LogOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      void notify(problemText(error), 'failure')
    }
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('log_out.question')} withCloseButton={false}>
      <p className="dialog-text">{t('log_out.text')}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('no')}
        </Button>
        <Button onClick={leave} loading={isLeaving}>
          {t('log_out.yes')}
        </Button>
      </div>
    </Modal>
  )
}

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

/** On a phone, currency, language and log-out move under the person's name. */
function PersonMenu({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={240} closeOnItemClick={false} trapFocus>
      <Menu.Target>
        <UnstyledButton className="topbar__menu" aria-label={t('account_menu')}>
          <IconChevronDown size={20} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="topbar__choices">
          <CurrencySelect />
          <LanguageSelect />
          <Button
            size="sm"
            variant="default"
            leftSection={<IconLogout size={18} aria-hidden />}
            onClick={onLogOut}
          >
            {t('log_out.action')}
          </Button>
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}

export function TopBar() {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false })
  const [isLeaving, { open, close }] = useDisclosure(false)
  return (
    <header className="topbar">
      <Person />
      {isNarrow ? (
        <PersonMenu onLogOut={open} />
      ) : (
        <div className="topbar__choices">
          <CurrencySelect />
          <LanguageSelect />
          <Button size="sm" variant="default" onClick={open}>
            {t('log_out.action')}
          </Button>
        </div>
      )}
      <LogOutDialog isOpen={isLeaving} onClose={close} />
    </header>
  )
}
