// Payout to mobile money: whose number, and which operator carries it.
import type { Beneficiary } from '@jokko/contract/contacts'
import { guessOperator } from '@jokko/core/operators'
import { formatPhone } from '@jokko/core/phone'
import { Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { ChoiceCard } from '../common/choice-card.tsx'
import { useDuration } from '../common/durations.ts'
import { PhoneField } from '../common/phone-field.tsx'
import { mobileNumber, operatorOf } from './payout-mobile.ts'
import { type PayoutTables, routeOfKind, type ShownProblems } from './payout-tables.ts'
import { maskNational } from './phone-mask.ts'
import { useTransfer } from './transfer-context.ts'
import type { PayoutDraft } from './transfer-state.ts'

type MobilePayoutProps = {
  readonly tables: PayoutTables
  readonly beneficiary: Beneficiary
  readonly problems: ShownProblems
  readonly onChange: (draft: PayoutDraft) => void
}

function AccountChoice({ tables, beneficiary, problems, onChange }: MobilePayoutProps) {
  const { t } = useTranslation('transfer')
  const { payout } = useTransfer().state
  const { mobile } = payout
  const operatorName = (code: string) => tables.operators.find(one => one.code === code)?.name ?? code
  const isOwn = (masked: string) => masked === maskNational(beneficiary.phone_number)
  const others = tables.savedMobile.filter(({ phone_number }) => !isOwn(phone_number))
  return (
    <Radio.Group
      label={t('payout.account')}
      value={mobile.account}
      error={problems.account}
      errorProps={{ role: 'alert' }}
      onChange={account => onChange({ ...payout, mobile: { ...mobile, account, operator: undefined } })}
    >
      <div className="choices">
        <ChoiceCard
          value="own"
          title={formatPhone(beneficiary.full_phone_number)}
          text={t('payout.own_number')}
        />
        {others.map(account => (
          <ChoiceCard
            key={account.id}
            value={account.id}
            title={`+${account.country_code} ${account.phone_number}`}
            text={`${operatorName(account.operator)} · ${t('payout.saved')}`}
          />
        ))}
        <ChoiceCard value="other" title={t('payout.other_number')} />
      </div>
    </Radio.Group>
  )
}

function OperatorChoice({ tables, beneficiary, problems, onChange }: MobilePayoutProps) {
  const { t } = useTranslation('transfer')
  const { payout } = useTransfer().state
  const { mobile } = payout
  const number = mobileNumber(payout, beneficiary)
  const chosen = operatorOf(payout, beneficiary, tables)
  const isGuessed = chosen !== undefined && mobile.operator === undefined
  const isUnknown =
    number.ok &&
    guessOperator(number.e164) === undefined &&
    chosen === undefined &&
    mobile.operator === undefined
  const hint = isGuessed ? t('payout.operator_guessed') : isUnknown ? t('payout.operator_unknown') : undefined
  return (
    <Radio.Group
      label={t('payout.operator')}
      description={hint}
      value={mobile.operator === 'other' ? 'other' : (chosen?.code ?? null)}
      error={problems.operator}
      errorProps={{ role: 'alert' }}
      onChange={operator => onChange({ ...payout, mobile: { ...mobile, operator } })}
    >
      <div className="choices" data-columns="2">
        {tables.operators.map(operator => (
          <ChoiceCard key={operator.code} value={operator.code} title={operator.name} />
        ))}
        {routeOfKind(tables.country, 'manual_bank_transfer') !== undefined && (
          <ChoiceCard value="other" title={t('payout.operator_other')} />
        )}
      </div>
    </Radio.Group>
  )
}

/** Paid by hand: that it is slower is said before anything is paid. */
function OtherOperator({ tables, problems, onChange }: MobilePayoutProps) {
  const { t } = useTranslation('transfer')
  const duration = useDuration()
  const format = useAmountFormat()
  const { payout } = useTransfer().state
  const { mobile } = payout
  const manual = routeOfKind(tables.country, 'manual_bank_transfer')
  if (mobile.operator !== 'other' || manual === undefined) return null
  return (
    <TextInput
      label={t('payout.operator_name')}
      description={t('payout.operator_manual', {
        time: duration(manual.delivery_minutes),
        amount: format(manual.max_amount ?? '0', manual.currency),
      })}
      value={mobile.operatorName}
      maxLength={40}
      autoComplete="off"
      error={problems.operatorName}
      onChange={event =>
        onChange({ ...payout, mobile: { ...mobile, operatorName: event.currentTarget.value } })
      }
    />
  )
}

export function MobilePayout(props: MobilePayoutProps) {
  const { t } = useTranslation('transfer')
  const { payout } = useTransfer().state
  const { tables, beneficiary, problems, onChange } = props
  const { mobile } = payout
  const isSaved = tables.savedMobile.some(account => account.id === mobile.account)
  return (
    <>
      <AccountChoice {...props} />
      {mobile.account === 'other' && (
        <PhoneField
          label={t('payout.number')}
          countries={[{ code: beneficiary.country, country_code: beneficiary.country_code }]}
          value={{ dialCode: beneficiary.country_code, national: mobile.phone.national }}
          error={problems.phone}
          onChange={phone => onChange({ ...payout, mobile: { ...mobile, phone, operator: undefined } })}
        />
      )}
      {!isSaved && <OperatorChoice {...props} />}
      {!isSaved && <OtherOperator {...props} />}
    </>
  )
}
