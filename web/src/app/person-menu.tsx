// On a phone, currency, language and log-out stand under the person's name.
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DisplayChoices } from './display-choices.tsx'

export function PersonMenu({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-end" width={240} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="topbar__menu" aria-label={t('account_menu')}>
          <IconChevronDown size={20} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('account_menu')}>
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
      </Popover.Dropdown>
    </Popover>
  )
}
