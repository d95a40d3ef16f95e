// The receipt as a PDF, in the reader's language or another one.
import type { Language } from '@jokko/contract/common'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../app/i18n.ts'
import { notify } from '../app/notify.ts'
import { problemText } from '../common/problem-text.ts'
import { readReceipt } from './history-api.ts'
import { saveFile } from './save-file.ts'

const receiptLanguages: Record<Language, string> = { fr: 'Français', en: 'English', es: 'Español' }

export function ReceiptButton({ operationId }: { operationId: string }) {
  const { t } = useTranslation(['history', 'statuses'])
  const { mutate, isPending } = useMutation({
    mutationFn: (language: Language) => readReceipt(operationId, language),
    onSuccess: ({ blob, name }) => {
      saveFile(blob, name ?? `${operationId}.pdf`)
      void notify(t('actions.receipt_done'), 'success')
    },
    onError: error => void notify(`${t('actions.receipt_failed')} ${problemText(error)}`, 'failure'),
  })
  return (
    <div className="receipt-button">
      <Button
        className="receipt-button__main"
        variant="default"
        leftSection={<IconFileDownload size={20} aria-hidden />}
        loading={isPending}
        onClick={() => mutate(currentLanguage())}
      >
        {t('action.download_receipt', { ns: 'statuses' })}
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon
            className="receipt-button__languages"
            variant="default"
            size={42}
            disabled={isPending}
            aria-label={t('actions.receipt_language')}
          >
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(receiptLanguages).map(([language, name]) => (
            <Menu.Item key={language} lang={language} onClick={() => mutate(language as Language)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
