// How long the price that is shown still holds.
import { useTranslation } from 'react-i18next'

type TimeLeftProps = {
  readonly milliseconds: number
  readonly isAsking: boolean
  /** Where the rate is still to come, no price is promised, only the figures that are shown. */
  readonly says?: 'valid' | 'figures_valid'
}

export function TimeLeft({ milliseconds, isAsking, says = 'valid' }: TimeLeftProps) {
  const { t } = useTranslation('flow')
  if (isAsking || milliseconds === 0) return <p className="flow-note">{t('renewing')}</p>
  const seconds = Math.ceil(milliseconds / 1000)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className="flow-note tabular" role="timer">
      {t(says, { time: clock })}
    </p>
  )
}
