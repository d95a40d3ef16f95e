// Where one can go, as a bar at the bottom of a phone's screen.
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HelpLink, PageLink, useHelpAddress } from './nav-links.tsx'
import { PressMenu } from './press-menu.tsx'
import { useUser } from './session.tsx'

/** What does not fit in the bar. */
function More({ help }: { help: string | undefined }) {
  const { t } = useTranslation()
  const { can } = useUser()
  return (
    <PressMenu
      className="nav-link"
      face={
        <>
          <IconDots size={22} stroke={1.75} aria-hidden />
          <span className="nav-link__text">{t('nav.more')}</span>
        </>
      }
      label={t('nav.more')}
      isLabelShown
      position="top-end"
      width={220}
      menuClassName="bottom-bar__more"
      closesOnPress
    >
      {can.developer && <PageLink page="developer" />}
      {can.sponsorship && <PageLink page="referral" />}
      {help !== undefined && <HelpLink address={help} />}
    </PressMenu>
  )
}

export function BottomBar() {
  const { t } = useTranslation()
  const { can } = useUser()
  const help = useHelpAddress()
  return (
    <nav className="bottom-bar" aria-label={t('nav.label')}>
      <PageLink page="home" />
      <PageLink page="history" />
      <PageLink page="profile" />
      {(can.developer || can.sponsorship || help !== undefined) && <More help={help} />}
    </nav>
  )
}
