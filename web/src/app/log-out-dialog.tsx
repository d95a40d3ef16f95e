// The question before leaving: yes or no.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../common/dialog.tsx'
import { problemText } from '../common/problem-text.ts'
import { notify } from './notify.ts'
import { signOut } from './session-end.ts'

export function LogOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      void notify(problemText(error), 'failure')
    }
  }
  return (
    <Dialog title={t('log_out.question')} onClose={onClose}>
      <p className="dialog-text">{t('log_out.text')}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('no')}
        </Button>
        <Button onClick={leave} loading={isLeaving}>
          {t('log_out.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
