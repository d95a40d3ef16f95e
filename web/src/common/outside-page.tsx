// The frame of a page that stands for itself, with or without a session: its title, the way out, the language.
import { Logo } from '@jokko/ui/logo'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineBanner } from '../app/offline-banner.tsx'
import { usePageTitle } from '../app/page-title.ts'
import { ServerData } from '../app/server-data.tsx'
import { LanguageSelect } from './language-select.tsx'
import './outside-page.css'

type OutsidePageProps = {
  readonly title: string
  /** leaf: the green head of mobile money. */
  readonly tone?: 'plain' | 'leaf'
  /** wide: for steps with a summary beside them. */
  readonly width?: 'column' | 'wide'
  /** Absent: home. */
  readonly onClose?: (() => void) | undefined
  readonly children: ReactNode
}

export function OutsidePage({
  title,
  tone = 'plain',
  width = 'column',
  onClose,
  children,
}: OutsidePageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(title)
  return (
    <ServerData>
      <div className="outside" data-tone={tone} data-width={width}>
        <header className="outside__head">
          <Logo name={t('product')} tone={tone === 'leaf' ? 'light' : 'ink'} size={28} markOnly />
          <h1 className="outside__title">{title}</h1>
          <UnstyledButton
            className="outside__close"
            aria-label={t('close')}
            title={t('close')}
            onClick={onClose ?? (() => void navigate({ to: '/' }))}
          >
            <IconX size={24} aria-hidden />
          </UnstyledButton>
        </header>
        <OfflineBanner />
        <main className="outside__main">
          <Suspense fallback={<FormSkeleton label={t('loading')} fields={2} />}>{children}</Suspense>
        </main>
        <footer className="outside__foot">
          <LanguageSelect />
        </footer>
      </div>
    </ServerData>
  )
}
