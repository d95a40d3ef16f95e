// How long the price that is shown still holds.
import { useTranslation } from 'react-i18next'

export function TimeLeft({ milliseconds, isAsking }: { milliseconds: number; isAsking: boolean }) {
  const { t } = useTranslation('flow')
  if (isAsking || milliseconds === 0) return <p className="flow-note">{t('renewing')}</p>
  const seconds = Math.ceil(milliseconds / 1000)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className="flow-note tabular" role="timer">
      {t('valid', { time: clock })}
    </p>
  )
}
