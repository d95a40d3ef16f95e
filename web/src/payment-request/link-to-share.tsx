// The link of a request: to copy, or to be scanned by whoever pays.
import { CopyField } from '@jokko/ui/copy-field'
import { QrCode } from '@jokko/ui/qr-code'
import { useTranslation } from 'react-i18next'

export function LinkToShare({ url }: { url: string }) {
  const { t } = useTranslation('payment-request')
  return (
    <>
      <CopyField
        label={t('made.link')}
        value={url}
        copyLabel={t('made.copy')}
        copiedLabel={t('made.copied')}
      />
      <QrCode text={url} label={t('made.qr')} size={176} />
    </>
  )
}
