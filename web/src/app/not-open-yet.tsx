// A flow whose area is not open yet says so, instead of a dead button.
import { EmptyState } from '@jokko/ui/empty-state'
import { useTranslation } from 'react-i18next'
import { SlideUp } from '../common/slide-up.tsx'
import type { Flow } from './flows.ts'

export function NotOpenYet({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SlideUp title={t(`flows.${flow}`)} onClose={onClose} closeOnEscape>
      <EmptyState title={t('not_open.title')} text={t('not_open.text')} />
    </SlideUp>
  )
}
