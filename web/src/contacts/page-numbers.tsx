// The way through the pages of a list: three numbers around the present one, previous and next.
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pagesAround } from './pages-around.ts'
import './page-numbers.css'

type PageNumbersProps = {
  readonly page: number
  readonly pages: number
  readonly onChoose: (page: number) => void
}

export function PageNumbers({ page, pages, onChoose }: PageNumbersProps) {
  const { t } = useTranslation('contacts')
  return (
    <nav className="page-numbers" aria-label={t('pages')}>
      <ActionIcon aria-label={t('previous')} disabled={page === 1} onClick={() => onChoose(page - 1)}>
        <IconChevronLeft size={20} />
      </ActionIcon>
      {pagesAround(page, pages).map(number => (
        <Button
          className="page-numbers__number tabular"
          key={number}
          variant={number === page ? 'filled' : 'default'}
          aria-label={t('page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChoose(number)}
        >
          {number}
        </Button>
      ))}
      <ActionIcon aria-label={t('next')} disabled={page === pages} onClick={() => onChoose(page + 1)}>
        <IconChevronRight size={20} />
      </ActionIcon>
    </nav>
  )
}
