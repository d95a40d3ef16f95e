// A page of the menu whose area is not open yet says so, instead of a dead link.
import { EmptyState } from '@jokko/ui/empty-state'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from './page-title.ts'

type Page = 'history' | 'profile' | 'developer' | 'referral'

export function NotOpenPage({ page }: { page: Page }) {
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
