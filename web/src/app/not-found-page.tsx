// An address that leads nowhere.
import { EmptyState } from '@jokko/ui/empty-state'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from './page-title.ts'
import './not-found-page.css'

export function HomeButton() {
  const { t } = useTranslation()
  return (
    <Button variant="default" renderRoot={props => <Link {...props} to="/" />}>
      {t('not_found.action')}
    </Button>
  )
}

export function NotFoundPage() {
  const { t } = useTranslation()
  usePageTitle(t('not_found.title'))
  return (
    <main className="not-found">
      <EmptyState
        headingLevel={1}
        title={t('not_found.title')}
        text={t('not_found.text')}
        action={<HomeButton />}
      />
    </main>
  )
}
