// A number or account of someone else's: masked until one asks to see it, for screens that others can read too.
import { formatIban } from '@jokko/core/iban'
import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMasked, masked, maskedPhone } from './masking.ts'

type PrivateValueProps = {
  readonly label: string
  readonly text: string
  readonly shape: 'phone' | 'account'
  readonly dialCode: number | null
}

async function written({ text, shape }: PrivateValueProps): Promise<string> {
  if (shape === 'account') return formatIban(text)
  const { formatPhone } = await import('@jokko/core/phone')
  return formatPhone(text)
}

export function PrivateValue(props: PrivateValueProps) {
  const { label, text, shape, dialCode } = props
  const { t } = useTranslation('history')
  const [shown, setShown] = useState<string>()
  const isShown = shown !== undefined
  const hidden = shape === 'phone' ? maskedPhone(text, dialCode) : masked(text)
  const toggle = async () => setShown(isShown ? undefined : await written(props))
  if (isMasked(text)) return <span className="tabular">{text}</span>
  return (
    <span className="private-value">
      <span className="tabular">{shown ?? hidden}</span>
      <ActionIcon
        onClick={() => void toggle()}
        aria-pressed={isShown}
        aria-label={t(isShown ? 'conceal' : 'reveal', { what: label })}
      >
        {isShown ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
      </ActionIcon>
    </span>
  )
}
