// Where one can go, as a column beside the page; collapsed when it is narrow or by choice.
import { Logo } from '@jokko/ui/logo'
import { UnstyledButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpLink, PageLink, useHelpAddress } from './nav-links.tsx'
import { useUser } from './session.tsx'
import { readStored, writeStored } from './storage.ts'

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
    <nav className="sidebar" aria-label={t('nav.label')} data-collapsed={isCollapsed || undefined}>
      <Link className="sidebar__logo" to="/dashboard/home">
        <Logo name={t('product')} tone="light" />
        <span className="visually-hidden">, {t('nav.home')}</span>
      </Link>
      <div className="sidebar__nav">
        <PageLink page="home" />
        <PageLink page="history" />
        <PageLink page="profile" />
        {user.can.developer && <PageLink page="developer" />}
        <span className="sidebar__space" />
        {user.can.sponsorship && <PageLink page="referral" />}
        {help !== undefined && <HelpLink address={help} />}
      </div>
      <UnstyledButton
        className="nav-link sidebar__toggle"
        onClick={toggle}
        aria-expanded={!isCollapsed}
        title={expandLabel}
      >
        <ExpandIcon size={22} stroke={1.75} aria-hidden />
        <span className="nav-link__text">{expandLabel}</span>
      </UnstyledButton>
    </nav>
  )
}
