// Payout to a bank account: a saved one, or bank, holder and account number as IBAN or RIB, checked while typed.
import { NativeSelect, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AccountNumber } from '../common/account-number.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { ChoiceCard } from '../common/choice-card.tsx'
import { useDuration } from '../common/durations.ts'
import { type PayoutTables, routeOfKind, type ShownProblems } from './payout-tables.ts'
import { useTransfer } from './transfer-context.ts'
import type { PayoutDraft } from './transfer-state.ts'

type BankPayoutProps = {
  readonly tables: PayoutTables
  readonly problems: ShownProblems
  readonly onChange: (draft: PayoutDraft) => void
}

function SavedAccounts({ tables, problems, onChange }: BankPayoutProps) {
  const { t } = useTranslation('transfer')
  const { payout } = useTransfer().state
  if (tables.savedBank.length === 0) return null
  return (
    <Radio.Group
      label={t('payout.account')}
      value={payout.bank.account}
      error={problems.account}
      errorProps={{ role: 'alert' }}
      onChange={account => onChange({ ...payout, bank: { ...payout.bank, account } })}
    >
      <div className="choices">
        {tables.savedBank.map(account => (
          <ChoiceCard
            key={account.id}
            value={account.id}
            title={account.iban}
            text={[account.bank_name, account.owner_name].filter(Boolean).join(' · ')}
          />
        ))}
        <ChoiceCard value="new" title={t('payout.new_account')} />
      </div>
    </Radio.Group>
  )
}

function BankChoice({ tables, problems, onChange }: BankPayoutProps) {
  const { t } = useTranslation('transfer')
  const duration = useDuration()
  const format = useAmountFormat()
  const { payout } = useTransfer().state
  const { bank } = payout
  const manual = routeOfKind(tables.country, 'manual_bank_transfer')
  const isOther = bank.institution === 'other'

  const choose = (institution: string) => {
    const known = tables.institutions.find(one => one.institution_id === institution)
    const rib = known?.bank_code ? { ...bank.rib, bank: known.bank_code } : bank.rib
    onChange({ ...payout, bank: { ...bank, institution, rib } })
  }
  return (
    <>
      <NativeSelect
        label={t('payout.bank')}
        value={bank.institution}
        error={problems.bank}
        description={
          isOther && manual !== undefined
            ? t('payout.bank_manual', {
                time: duration(manual.delivery_minutes),
                amount: format(manual.max_amount ?? '0', manual.currency),
              })
            : undefined
        }
        onChange={event => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t('payout.bank_choose'), disabled: true },
          ...tables.institutions.map(({ institution_id, name }) => ({ value: institution_id, label: name })),
          { value: 'other', label: t('payout.bank_other') },
        ]}
      />
      {isOther && manual !== undefined && (
        <TextInput
          label={t('payout.bank_name')}
          value={bank.bankName}
          maxLength={80}
          error={problems.bankName}
          onChange={event => onChange({ ...payout, bank: { ...bank, bankName: event.currentTarget.value } })}
        />
      )}
      {isOther && manual === undefined && problems.bank === undefined && (
        <p className="flow-note payout__warning">{t('payout.bank_not_reached')}</p>
      )}
    </>
  )
}

export function BankPayout(props: BankPayoutProps) {
  const { t } = useTranslation('transfer')
  const { payout } = useTransfer().state
  const { tables, problems, onChange } = props
  const { bank } = payout
  const isSaved = tables.savedBank.some(account => account.id === bank.account)
  return (
    <>
      <SavedAccounts {...props} />
      {!isSaved && (
        <>
          <BankChoice {...props} />
          <TextInput
            label={t('payout.holder')}
            description={t('payout.holder_hint')}
            value={bank.holder}
            maxLength={80}
            autoComplete="off"
            error={problems.holder}
            onChange={event => onChange({ ...payout, bank: { ...bank, holder: event.currentTarget.value } })}
          />
          <AccountNumber
            country={tables.country.code}
            account={bank}
            problems={problems}
            onChange={changes => onChange({ ...payout, bank: { ...bank, ...changes } })}
          />
        </>
      )}
    </>
  )
}
