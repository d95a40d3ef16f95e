// Where one can go, as a bar at the bottom of a phone's screen.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconCode, IconDots, IconGift, IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageLink, useHelpAddress } from './nav-links.tsx'
import { useUser } from './session.tsx'

export function BottomBar() {
  const { t } = useTranslation()
  const user = useUser()
  const help = useHelpAddress()
  const hasMore = user.can.developer || user.can.sponsorship || help !== undefined
  return (
    <nav className="bottom-bar" aria-label={t('nav.label')}>
      <PageLink page="home" />
      <PageLink page="history" />
      <PageLink page="profile" />
      {hasMore && (
        <Menu position="top-end" width={220}>
          <Menu.Target>
            <UnstyledButton className="nav-link">
              <IconDots size={22} stroke={1.75} aria-hidden />
              <span className="nav-link__text">{t('nav.more')}</span>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {user.can.developer && (
              <Menu.Item
                component={Link}
                to="/dashboard/developer"
                leftSection={<IconCode size={18} aria-hidden />}
              >
                {t('nav.developer')}
              </Menu.Item>
            )}
            {user.can.sponsorship && (
              <Menu.Item
                component={Link}
                to="/dashboard/referral"
                leftSection={<IconGift size={18} aria-hidden />}
              >
                {t('nav.referral')}
              </Menu.Item>
            )}
            {help !== undefined && (
              <Menu.Item
                component="a"
                href={help}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconHelpCircle size={18} aria-hidden />}
              >
                {t('nav.help')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  )
}
