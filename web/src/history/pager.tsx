// Which rows are shown of how many, and the way to the next and the previous ones.
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pageSize } from './history-api.ts'
import { type PageTrail, rowsShown } from './page-trail.ts'

type PagerProps = {
  readonly trail: PageTrail
  readonly shown: number
  readonly total: number
  readonly isLoading: boolean
  readonly onBack: () => void
  readonly onForward: (() => void) | undefined
}

export function Pager({ trail, shown, total, isLoading, onBack, onForward }: PagerProps) {
  const { t } = useTranslation('history')
  const { from, to } = rowsShown(trail, pageSize, shown)
  return (
    <nav className="pager" aria-label={t('pages')}>
      <p className="pager__shown tabular" role="status">
        {t('shown', { from, to, total })}
      </p>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        disabled={isLoading || trail.length === 0}
        onClick={onBack}
      >
        {t('previous')}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={18} aria-hidden />}
        disabled={isLoading || onForward === undefined}
        onClick={onForward}
      >
        {t('next')}
      </Button>
    </nav>
  )
}
