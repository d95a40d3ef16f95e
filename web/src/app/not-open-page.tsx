// A page whose area is not open yet says so, instead of a dead link.
import { EmptyState } from '@jokko/ui/empty-state'
import { useTranslation } from 'react-i18next'
import { HomeButton } from './not-found-page.tsx'
import { usePageTitle } from './page-title.ts'
import './not-found-page.css'

type DashboardPage = 'history' | 'profile' | 'developer' | 'referral'

export function NotOpenPage({ page }: { page: DashboardPage }) {
  const { t } = useTranslation()
  usePageTitle(t(`nav.${page}`))
  return (
    <>
      <h1 className="page-title">{t(`nav.${page}`)}</h1>
      <section className="card">
        <EmptyState title={t('not_open.title')} text={t('not_open.text')} />
      </section>
    </>
  )
}

/** The same for pages outside the dashboard. */
export function NotOpenPublicPage() {
  const { t } = useTranslation()
  usePageTitle(t('not_open.title'))
  return (
    <main className="not-found">
      <EmptyState
        headingLevel={1}
        title={t('not_open.title')}
        text={t('not_open.public_text')}
        action={<HomeButton />}
      />
    </main>
  )
}
