// Which area stands behind each flow and behind the details drawer. A new flow adds one line here.

import { EmptyState } from '@jokko/ui/empty-state'
import { useTranslation } from 'react-i18next'
import { SlideUp } from '../common/slide-up.tsx'
import { type Flow, useOverlays } from './flows.ts'

function NotOpenYet({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SlideUp title={t(`flows.${flow}`)} onClose={onClose}>
      <EmptyState title={t('not_open.title')} text={t('not_open.text')} />
    </SlideUp>
  )
}

export function Overlays() {
  const { search, close } = useOverlays()
  if (search.flow !== undefined) return <NotOpenYet flow={search.flow} onClose={close} />
  return null
}
