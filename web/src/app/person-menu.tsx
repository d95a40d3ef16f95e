// On a phone, currency, language and log-out stand under the person's name.
import { Button } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DisplayChoices } from './display-choices.tsx'
import { PressMenu } from './press-menu.tsx'

export function PersonMenu({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation()
  return (
    <PressMenu
      className="topbar__menu"
      face={<IconChevronDown size={20} aria-hidden />}
      label={t('account_menu')}
      position="bottom-end"
      width={240}
    >
      <div className="topbar__choices">
        <DisplayChoices />
        <Button
          size="sm"
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={onLogOut}
        >
          {t('log_out.action')}
        </Button>
      </div>
    </PressMenu>
  )
}
