// The dashboard's frame before anything is known: same columns, same heights, nothing jumps.
import { FigureSkeleton, RowsSkeleton } from '@jokko/ui/skeletons'
import { useTranslation } from 'react-i18next'
import './shell.css'

export function ShellSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="shell">
      <div className="sidebar" />
      <div className="topbar" />
      <main className="shell__main">
        <div className="shell__content">
          <h1 className="visually-hidden">{t('loading')}</h1>
          <section className="card">
            <FigureSkeleton label={t('loading')} />
          </section>
          <section className="card">
            <RowsSkeleton label={t('loading')} />
          </section>
        </div>
      </main>
    </div>
  )
}
