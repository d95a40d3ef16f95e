// Where one can go: a column on wide screens, a bar at the bottom on phones.
import { Logo } from '@jokko/ui/logo'
import { Menu, UnstyledButton } from '@mantine/core'
import {
  IconCode,
  IconDots,
  IconGift,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from './config.ts'
import { useUser } from './session.tsx'
import { readStored, writeStored } from './storage.ts'
import './sidebar.css'

const pages = {
  home: { to: '/dashboard/home', icon: IconHome },
  history: { to: '/dashboard/history', icon: IconHistory },
  profile: { to: '/dashboard/profile', icon: IconUser },
  developer: { to: '/dashboard/developer', icon: IconCode },
  referral: { to: '/dashboard/referral', icon: IconGift },
} as const

type Page = keyof typeof pages

function PageLink({ page }: { page: Page }) {
  const { t } = useTranslation()
  const { to, icon: Icon } = pages[page]
  return (
    <Link className="nav-link" to={to} activeProps={{ 'aria-current': 'page' }} title={t(`nav.${page}`)}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className="nav-link__text">{t(`nav.${page}`)}</span>
    </Link>
  )
}

/** Where help is: the chat when there is one, else WhatsApp, else the help pages. */
function useHelpAddress(): string | undefined {
  const { data } = useQuery(configQuery)
  return data?.links.chat ?? data?.links.whatsapp ?? data?.links.help_access ?? undefined
}

function HelpLink({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <a className="nav-link" href={address} target="_blank" rel="noreferrer" title={t('nav.help')}>
      <IconHelpCircle size={22} stroke={1.75} aria-hidden />
      <span className="nav-link__text">{t('nav.help')}</span>
      <span className="visually-hidden">{t('new_window')}</span>
    </a>
  )
}

export function Sidebar() {
  const { t } = useTranslation()
  const user = useUser()
  const help = useHelpAddress()
  const [isCollapsed, setCollapsed] = useState(() => readStored('sidebar') === 'collapsed')
  const ExpandIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const expandLabel = t(isCollapsed ? 'nav.expand' : 'nav.collapse')

  const toggle = () => {
    writeStored('sidebar', isCollapsed ? 'expanded' : 'collapsed')
    setCollapsed(!isCollapsed)
  }

  return (
    <div className="sidebar" data-collapsed={isCollapsed || undefined}>
      <Link className="sidebar__logo" to="/dashboard/home" aria-label={t('nav.home')}>
        <Logo name={t('product')} tone="light" />
      </Link>
      <nav className="sidebar__nav" aria-label={t('nav.label')}>
        <PageLink page="home" />
        <PageLink page="history" />
        <PageLink page="profile" />
        {user.can.developer && <PageLink page="developer" />}
        <span className="sidebar__space" />
        {user.can.sponsorship && <PageLink page="referral" />}
        {help !== undefined && <HelpLink address={help} />}
      </nav>
      <UnstyledButton
        className="nav-link sidebar__toggle"
        onClick={toggle}
        aria-expanded={!isCollapsed}
        title={expandLabel}
      >
        <ExpandIcon size={22} stroke={1.75} aria-hidden />
        <span className="nav-link__text">{expandLabel}</span>
      </UnstyledButton>
    </div>
  )
}

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
