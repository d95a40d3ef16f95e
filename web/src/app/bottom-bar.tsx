// Where one can go, as a bar at the bottom of a phone's screen.
import { Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HelpLink, PageLink, useHelpAddress } from './nav-links.tsx'
import { useUser } from './session.tsx'

/** What does not fit in the bar. */
function More({ help }: { help: string | undefined }) {
  const { t } = useTranslation()
  const { can } = useUser()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="top-end"
      width={220}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className="nav-link" onClick={toggle}>
          <IconDots size={22} stroke={1.75} aria-hidden />
          <span className="nav-link__text">{t('nav.more')}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="bottom-bar__more" onClick={close} aria-label={t('nav.more')}>
        {can.developer && <PageLink page="developer" />}
        {can.sponsorship && <PageLink page="referral" />}
        {help !== undefined && <HelpLink address={help} />}
      </Popover.Dropdown>
    </Popover>
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
