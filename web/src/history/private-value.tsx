// A number or account of someone else's: masked until one asks to see it, for screens that others can read too.
import { formatIban } from '@jokko/core/account-text'
import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneText } from '../common/phone-text.ts'
import { isMasked, masked, maskedPhone } from './masking.ts'

type PrivateValueProps = {
  readonly label: string
  readonly text: string
  readonly shape: 'phone' | 'account'
  readonly dialCode: number | null
}

function written({ text, shape, dialCode }: PrivateValueProps): string {
  if (shape === 'account') return formatIban(text)
  return dialCode === null ? text : phoneText(text, dialCode)
}

export function PrivateValue(props: PrivateValueProps) {
  const { label, text, shape, dialCode } = props
  const { t } = useTranslation('history')
  const [isShown, setShown] = useState(false)
  const hidden = shape === 'phone' ? maskedPhone(text, dialCode) : masked(text)
  if (isMasked(text)) return <span className="tabular">{text}</span>
  return (
    <span className="private-value">
      <span className="tabular">{isShown ? written(props) : hidden}</span>
      <ActionIcon
        onClick={() => setShown(!isShown)}
        aria-pressed={isShown}
        aria-label={t(isShown ? 'conceal' : 'reveal', { what: label })}
      >
        {isShown ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
      </ActionIcon>
    </span>
  )
}
