// Says that there is no network, and that what is shown may be old.
import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOnline } from './network.ts'
import './offline-banner.css'

export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <div className="offline-banner" aria-live="polite">
      {!isOnline && (
        <Alert color="amber" icon={<IconCloudOff aria-hidden />} title={t('offline.title')}>
          {t('offline.text')}
        </Alert>
      )}
    </div>
  )
}
