// Step "payment": why, how it is paid, what it costs in all, and the press that starts it.
import type { Bulk } from '@jokko/contract/bulk'
import type { CashInMethod } from '@jokko/contract/reference'
import { compare, fromDecimal } from '@jokko/core/money'
import { Alert, Anchor, Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { removeDraft, writeDraft } from '../app/draft-storage.ts'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { ChoiceCard } from '../common/choice-card.tsx'
import { formatMinute } from '../common/date.ts'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepHeading } from '../common/flow-step.tsx'
import { MoneyButton } from '../common/money-button.tsx'
import { type MoneyCommand, useMoneyCommand } from '../common/money-command.ts'
import { startBulk } from './bulk-api.ts'
import { useBulk } from './bulk-context.ts'
import { BulkFrame } from './bulk-frame.tsx'
import { CostPanel, usePricedBulk } from './cost-panel.tsx'
import { SaveProblem } from './save-problem.tsx'
import { startingDraft } from './starting.ts'
import { useIsRestricted, useProposal, useWaysToPay } from './ways-to-pay.ts'
import './payment-step.css'

type MethodsProps = {
  readonly methods: readonly CashInMethod[]
  readonly error: string | undefined
}

function Methods({ methods, error }: MethodsProps) {
  const { t } = useTranslation(['bulk', 'statuses'])
  const format = useAmountFormat()
  const isRestricted = useIsRestricted()
  const { table, dispatch } = useBulk()
  const { client } = useUser()
  const hintOf = ({ name }: CashInMethod) =>
    name === 'balance'
      ? t('method.balance', { amount: format(client.euro_balance, 'EUR') })
      : t('method.bank_transfer')
  return (
    <Radio.Group
      label={t('method.label')}
      value={table.methodId === undefined ? null : String(table.methodId)}
      onChange={id => dispatch({ type: 'method_chosen', methodId: Number(id) })}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className="choices">
        {methods.map(method => (
          <ChoiceCard
            key={method.id}
            value={String(method.id)}
            title={t(`payin.${method.name}`, { ns: 'statuses' })}
            text={hintOf(method)}
          />
        ))}
      </div>
      <p className="flow-note bulk-ways-note">{t(isRestricted ? 'method.restricted' : 'method.others')}</p>
    </Radio.Group>
  )
}

/** The same rows were paid before: that is said, and meant. */
type AgainProps = {
  readonly before: NonNullable<Bulk['same_as']>
  readonly isMeant: boolean
  readonly isMissed: boolean
  readonly onMean: (isMeant: boolean) => void
}

function Again({ before, isMeant, isMissed, onMean }: AgainProps) {
  const { t, i18n } = useTranslation('bulk')
  const { route } = useBulk()
  return (
    <Alert color="amber" title={t('again.title')} data-testid="same-batch">
      <p className="dialog-text">
        {t('again.text', { date: formatMinute(before.started_at, i18n.language) })}{' '}
        <Anchor component="button" type="button" onClick={() => void route.showOperation(before.id)}>
          {t('again.see')}
        </Anchor>
      </p>
      <Checkbox
        label={t('again.meant')}
        checked={isMeant}
        onChange={event => onMean(event.currentTarget.checked)}
        error={isMissed ? t('again.missed') : undefined}
        {...(isMissed && { 'data-step-error': true })}
      />
    </Alert>
  )
}

const outdated: readonly string[] = ['quote_expired', 'stale_version', 'bulk_paid_before']

function usePayment(bulk: Bulk | undefined, isAgainMeant: boolean): MoneyCommand {
  const { table, saved, groups, route } = useBulk()
  const user = useUser()
  const id = saved.draft?.id ?? ''
  return useMoneyCommand({
    send: key => {
      writeDraft(user.id, startingDraft, id)
      return startBulk(
        {
          bulk_id: id,
          cashin_method_id: table.methodId ?? 0,
          reason: table.reason.trim(),
          total_to_pay: bulk?.total_to_pay ?? '0',
          ...(saved.draft !== undefined && { edit: saved.draft.edit }),
          ...(groups.length > 0 && { duplicates_are_meant: true }),
          ...(bulk?.same_as != null && isAgainMeant && { repeat_is_meant: true }),
        },
        key,
      )
    },
    onDone: payment => {
      removeDraft(user.id, startingDraft)
      void route.showPayment(payment.id, payment.type === 'bank_transfer' ? 'bank' : 'done')
    },
    onRefused: error => {
      removeDraft(user.id, startingDraft)
      if (!(error instanceof ApiError)) return
      // Started in another tab: what became of it is shown.
      if (error.code === 'bulk_has_started') void route.showPayment(id, 'done')
      // Prices or rows have changed since, or the same rows were paid in another tab: the rows are checked anew.
      if (outdated.includes(error.code)) saved.saveNow()
    },
  })
}

/** What is missing before the press may send anything. */
function useChecks(bulk: Bulk | undefined, methods: readonly CashInMethod[], isAgainMeant: boolean) {
  const { t } = useTranslation('bulk')
  const { table } = useBulk()
  const { client } = useUser()
  const errorText = useErrorText()
  const format = useAmountFormat()
  const method = methods.find(({ id }) => id === table.methodId)
  const total = bulk && fromDecimal(bulk.total_to_pay, 'EUR')
  const balance = fromDecimal(client.euro_balance, 'EUR')
  const isShort =
    method?.name === 'balance' && total !== undefined && balance !== undefined && compare(total, balance) > 0
  return {
    method,
    reason: table.reason.trim() === '' ? errorText('reasonError') : undefined,
    way:
      method === undefined
        ? errorText('selectCashIn')
        : isShort
          ? t('insufficient', { balance: format(client.euro_balance, 'EUR') })
          : undefined,
    isAgainMissed: bulk?.same_as != null && !isAgainMeant,
  }
}

export function PaymentStep() {
  const { t } = useTranslation(['bulk', 'flow'])
  const format = useAmountFormat()
  const { table, dispatch, saved, route } = useBulk()
  const [isChecked, setChecked] = useState(false)
  const [isAgainMeant, setAgainMeant] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const methods = useWaysToPay()
  useProposal(methods)
  const bulk = usePricedBulk()
  const checks = useChecks(bulk, methods, isAgainMeant)
  const command = usePayment(bulk, isAgainMeant)
  const run = () => {
    setChecked(true)
    // After a lost answer, what is asked about was ready when it was pressed; paid, the balance does not cover it again.
    if (command.isUnknown) command.run()
    else if (checks.reason !== undefined || checks.way !== undefined || checks.isAgainMissed)
      focusFirstError(content.current)
    else command.run()
  }
  const isToBeSaid = isChecked && !command.isUnknown
  const amount = bulk === undefined ? '…' : format(bulk.total_to_pay, 'EUR')
  const same = saved.checked?.bulk.same_as
  return (
    <BulkFrame stage="amount" aside={<CostPanel />}>
      <StepHeading>{t('payment_heading')}</StepHeading>
      <div className="flow-form" ref={content}>
        <fieldset className="flow-fields" disabled={command.isUnknown}>
          <TextInput
            label={t('reason')}
            description={t('reason_hint')}
            maxLength={140}
            value={table.reason}
            onChange={event => dispatch({ type: 'reason_typed', reason: event.currentTarget.value })}
            error={isToBeSaid ? checks.reason : undefined}
          />
          <Methods methods={methods} error={isToBeSaid ? checks.way : undefined} />
          {same != null && (
            <Again
              before={same}
              isMeant={isAgainMeant}
              isMissed={isToBeSaid && checks.isAgainMissed}
              onMean={setAgainMeant}
            />
          )}
        </fieldset>
        <p className="flow-note">
          {t(checks.method?.name === 'bank_transfer' ? 'next.bank' : 'next.balance')}
        </p>
        <SaveProblem />
        <MoneyButton
          command={{ ...command, run }}
          label={t(checks.method?.name === 'bank_transfer' ? 'order' : 'pay', { amount })}
          disabled={!command.isUnknown && (bulk === undefined || !saved.isCurrent)}
        />
        <Button
          className="flow-back"
          variant="default"
          disabled={command.isBusy}
          onClick={() => route.goBack('rows')}
        >
          {t('back', { ns: 'flow' })}
        </Button>
      </div>
    </BulkFrame>
  )
}
