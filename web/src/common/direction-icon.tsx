// Out or in: an arrow with its word for those who do not see it.
import type { OperationRow } from '@jokko/contract/history'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type DirectionIconProps = {
  readonly direction: OperationRow['operation_direction']
  readonly className?: string
}

export function DirectionIcon({ direction, className }: DirectionIconProps) {
  const { t } = useTranslation('common')
  const isSending = direction === 'Sending'
  const Icon = isSending ? IconArrowUpRight : IconArrowDownLeft
  return (
    <Icon
      className={className}
      data-direction={isSending ? 'out' : 'in'}
      size={20}
      stroke={1.75}
      role="img"
      aria-label={t(isSending ? 'operations.sending' : 'operations.receiving')}
    />
  )
}
