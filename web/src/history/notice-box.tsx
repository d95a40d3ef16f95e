// The sentences that explain an operation: plain when all goes well, in a frame when something waits or failed.
import type { OperationDetail } from '@jokko/contract/history'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { formatMinute } from '../common/date.ts'
import { type NoticeLine, noticeOf } from './operation-notice.ts'

function useLineText(): (line: NoticeLine) => string {
  const { t } = useTranslation(['history', 'statuses'])
  return line => {
    if ('text' in line) return line.text
    if (line.key === 'returned_after_paid') return t('returned_after_paid')
    return t(`info.${line.key}`, { ns: 'statuses', ...line.params })
  }
}

/** Money that came by bank transfer has a screen of its own. */
const hasReceived = ({ operation_type, status, payment_type }: OperationDetail): boolean =>
  operation_type === 'deposit' && status === 'deposit_completed' && payment_type === 'bank_transfer'

function ReceivedLink({ id }: { id: string }) {
  const { t } = useTranslation('history')
  return (
    <Link className="text-link" to="/dashboard/received/$id" params={{ id }}>
      {t('received_link')}
    </Link>
  )
}

export function NoticeBox({ operation }: { operation: OperationDetail }) {
  const { i18n } = useTranslation('history')
  const format = useAmountFormat()
  const textOf = useLineText()
  const { tone, lines } = noticeOf(operation, {
    euros: decimal => format(decimal, 'EUR'),
    local: ({ amount, currency }) => format(amount, currency),
    moment: iso => formatMinute(iso, i18n.language),
  })
  if (lines.length === 0) return null
  const texts = lines.map(textOf)
  const paragraphs = texts.map(text => (
    <p key={text} className="operation__sentence">
      {text}
    </p>
  ))
  if (tone === 'quiet') {
    return (
      <div className="operation__quiet">
        {paragraphs}
        {hasReceived(operation) && <ReceivedLink id={operation.id} />}
      </div>
    )
  }
  const isFailed = tone === 'failed'
  return (
    <Alert
      color={isFailed ? 'clay' : 'amber'}
      icon={isFailed ? <IconAlertTriangle aria-hidden /> : <IconClockPause aria-hidden />}
      role="note"
    >
      {paragraphs}
    </Alert>
  )
}
