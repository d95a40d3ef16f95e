// The receipt as a PDF, in the reader's language or another one.
import type { Language } from '@jokko/contract/common'
import { Button, NativeSelect } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage, isLanguage, languages } from '../app/i18n.ts'
import { notify } from '../app/notify.ts'
import { problemText } from '../common/problem-text.ts'
import { saveFile } from '../common/save-file.ts'
import { readReceipt } from './history-api.ts'

export function ReceiptButton({ operationId }: { operationId: string }) {
  const { t } = useTranslation(['history', 'statuses'])
  const [chosen, setChosen] = useState<Language>()
  const language = chosen ?? currentLanguage()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readReceipt(operationId, language),
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
        onClick={() => mutate()}
      >
        {t('action.download_receipt', { ns: 'statuses' })}
      </Button>
      <NativeSelect
        className="receipt-button__language"
        aria-label={t('actions.receipt_language')}
        disabled={isPending}
        value={language}
        onChange={event => {
          const { value } = event.currentTarget
          if (isLanguage(value)) setChosen(value)
        }}
        data={languages.map(value => ({ value, label: value.toUpperCase() }))}
      />
    </div>
  )
}
