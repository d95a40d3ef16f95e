// Said while a page waits for a company's word: that it is asking, that the network is away, or that it stopped asking.
import { Alert, Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../app/network.ts'

type StillWaitingProps = {
  /** The page has asked long enough. */
  readonly isOver: boolean
  readonly onAsk: () => void
}

export function StillWaiting({ isOver, onAsk }: StillWaitingProps) {
  const { t } = useTranslation(['payin', 'errors'])
  const isOnline = useOnline()
  return (
    <div aria-live="polite">
      {!isOnline && <Alert color="amber">{t('waiting.offline')}</Alert>}
      {isOnline && !isOver && (
        <p className="outcome__quiet">
          <Loader size={16} mr="xs" aria-hidden />
          {t('waiting.asking')}
        </p>
      )}
      {isOnline && isOver && (
        <Alert color="amber">
          <p className="dialog-text">{t('failed_message', { ns: 'errors' })}</p>
          <Button variant="default" onClick={onAsk}>
            {t('way.keep_waiting')}
          </Button>
        </Alert>
      )}
    </div>
  )
}
