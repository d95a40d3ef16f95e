// An address that leads nowhere.
import { EmptyState } from '@jokko/ui/empty-state'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from './page-title.ts'
import './not-found-page.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  usePageTitle(t('not_found.title'))
  return (
    <main className="not-found">
      <EmptyState
        headingLevel={1}
        title={t('not_found.title')}
        text={t('not_found.text')}
        action={<Link to="/">{t('not_found.action')}</Link>}
      />
    </main>
  )
}
