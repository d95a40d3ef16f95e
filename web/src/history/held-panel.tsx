// A review holds the operation and asks the sender for documents: what to send, where, and with which reference.
import type { OperationDetail } from '@jokko/contract/history'
import { CopyField } from '@jokko/ui/copy-field'
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../app/config.ts'

export function HeldPanel({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation(['history', 'statuses'])
  const { data: config } = useQuery(configQuery)
  const reference = operation.reference_number
  const email = config?.compliance_mailbox
  const subject = encodeURIComponent(t('held.subject', { reference }))
  return (
    <section className="held" aria-label={t('held.label')}>
      <Alert
        color="clay"
        icon={<IconAlertTriangle aria-hidden />}
        role="note"
        title={t('info.action_required_main_message', { ns: 'statuses' })}
      >
        {email !== undefined && (
          <p className="operation__sentence">
            {t('info.action_required_message', { ns: 'statuses', email, reference })}
          </p>
        )}
      </Alert>
      <CopyField
        label={t('held.reference')}
        value={reference}
        copyLabel={t('copy', { ns: 'common' })}
        copiedLabel={t('copied', { ns: 'common' })}
      />
      {email !== undefined && (
        <Button
          component="a"
          href={`mailto:${email}?subject=${subject}`}
          leftSection={<IconMail size={20} aria-hidden />}
        >
          {t('held.write')}
        </Button>
      )}
    </section>
  )
}
