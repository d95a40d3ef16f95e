// Told to a person whose application was finally refused, instead of letting them in.
import type { Config } from '@jokko/contract/config'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../app/client.ts'
import { Dialog } from '../common/dialog.tsx'

export function TurnedAwayNotice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('access')
  const [mailbox, setMailbox] = useState<string>()
  useEffect(() => {
    // Without the settings the notice stands without the address.
    api.get<Config>('/config').then(
      config => setMailbox(config.compliance_mailbox),
      () => setMailbox(''),
    )
  }, [])
  return (
    <Dialog title={t('rejected.title')} onClose={onClose}>
      <p className="dialog-text">
        {mailbox ? t('rejected.text', { mailbox }) : t('rejected.text_without_mailbox')}
      </p>
      <Button fullWidth data-autofocus onClick={onClose}>
        {t('rejected.understood')}
      </Button>
    </Dialog>
  )
}
