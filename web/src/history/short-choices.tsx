// A bank transfer came in short: how much, and the ways on, each with what it does in figures before it is pressed.
import type { Action } from '@jokko/contract/transfer'
import { UnstyledButton } from '@mantine/core'
import {
  IconBuildingBank,
  IconChevronDown,
  IconReceiptRefund,
  IconScissors,
  IconWallet,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { OperationBankDetails } from './bank-details.tsx'
import { SendLess } from './send-less.tsx'
import { RefundShort, RestFromBalance } from './short-commands.tsx'
import { type ShortOperation, shareReceived } from './short-figures.ts'
import './short-choices.css'

const ways = ['pay_rest_by_bank', 'pay_rest_from_balance', 'send_less', 'refund'] as const
type Way = (typeof ways)[number]

const hintOf = {
  pay_rest_by_bank: 'short.bank_hint',
  pay_rest_from_balance: 'short.balance_hint',
  send_less: 'short.less_hint',
  refund: 'short.refund_hint',
} as const satisfies Record<Way, string>

const iconOf: Record<Way, typeof IconWallet> = {
  pay_rest_by_bank: IconBuildingBank,
  pay_rest_from_balance: IconWallet,
  send_less: IconScissors,
  refund: IconReceiptRefund,
}

type PanelProps = { readonly operation: ShortOperation; readonly onDone: () => void }

const panelOf: Record<Way, (props: PanelProps) => ReactNode> = {
  pay_rest_by_bank: OperationBankDetails,
  pay_rest_from_balance: RestFromBalance,
  send_less: SendLess,
  refund: RefundShort,
}

function Meter({ operation }: { operation: ShortOperation }) {
  const { t } = useTranslation('history')
  const format = useAmountFormat()
  const { received_so_far, amount } = operation
  return (
    <div>
      <div className="short__track" aria-hidden="true">
        <span className="short__share" style={{ width: shareReceived(received_so_far, amount) }} />
      </div>
      <p className="short__figures tabular">
        {t('short.meter', { received: format(received_so_far, 'EUR'), total: format(amount, 'EUR') })}
      </p>
    </div>
  )
}

type ChoiceProps = PanelProps & {
  readonly way: Way
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Choice({ way, operation, isOpen, onToggle, onDone }: ChoiceProps) {
  const { t } = useTranslation(['history', 'statuses'])
  const format = useAmountFormat()
  const choice = useRef<HTMLLIElement>(null)
  const Icon = iconOf[way]
  const Panel = panelOf[way]
  useEffect(() => {
    if (isOpen) choice.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const figures = {
    missing: format(operation.missing, 'EUR'),
    received: format(operation.received_so_far, 'EUR'),
  }
  return (
    <li ref={choice} className="short__choice" data-open={isOpen || undefined}>
      <UnstyledButton className="short__head" aria-expanded={isOpen} onClick={onToggle}>
        <Icon className="short__icon" size={24} stroke={1.5} aria-hidden />
        <span className="short__words">
          <span className="short__name">{t(`action.${way}`, { ns: 'statuses' })}</span>
          <span className="short__hint">{t(hintOf[way], figures)}</span>
        </span>
        <IconChevronDown className="short__chevron" size={20} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div className="short__panel">
          <Panel operation={operation} onDone={onDone} />
        </div>
      )}
    </li>
  )
}

type ShortChoicesProps = PanelProps & { readonly allowed: readonly Action[] }

export function ShortChoices({ operation, allowed, onDone }: ShortChoicesProps) {
  const { t } = useTranslation('history')
  const [open, setOpen] = useState<Way>()
  return (
    <section aria-labelledby="short-title">
      <Meter operation={operation} />
      <h4 className="operation__subtitle" id="short-title">
        {t('actions.label')}
      </h4>
      <ul className="short__choices">
        {ways
          .filter(way => allowed.includes(way))
          .map(way => (
            <Choice
              key={way}
              way={way}
              operation={operation}
              isOpen={open === way}
              onToggle={() => setOpen(open === way ? undefined : way)}
              onDone={onDone}
            />
          ))}
      </ul>
    </section>
  )
}
