// The links of the menu, the same in the sidebar and in the bottom bar.
import { IconCode, IconGift, IconHelpCircle, IconHistory, IconHome, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from './config.ts'
import './sidebar.css'

const pages = {
  home: { to: '/dashboard/home', icon: IconHome },
  history: { to: '/dashboard/history', icon: IconHistory },
  profile: { to: '/dashboard/profile', icon: IconUser },
  developer: { to: '/dashboard/developer', icon: IconCode },
  referral: { to: '/dashboard/referral', icon: IconGift },
} as const

type Page = keyof typeof pages

export function PageLink({ page }: { page: Page }) {
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
export function useHelpAddress(): string | undefined {
  const { data } = useQuery(configQuery)
  return data?.links.chat ?? data?.links.whatsapp ?? data?.links.help_access ?? undefined
}

export function HelpLink({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <a className="nav-link" href={address} target="_blank" rel="noreferrer" title={t('nav.help')}>
      <IconHelpCircle size={22} stroke={1.75} aria-hidden />
      <span className="nav-link__text">{t('nav.help')}</span>
      <span className="visually-hidden">{t('new_window')}</span>
    </a>
  )
}
