// Payout to mobile money: whose number, and which operator carries it.
import type { Beneficiary } from '@jokko/contract/contacts'
import { guessOperator } from '@jokko/core/operators'
import { formatPhone } from '@jokko/core/phone'
import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PhoneField } from '../common/phone-field.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { mobileNumber, operatorOf, type PayoutTables } from './payout-choice.ts'
import type { ShownProblems } from './payout-step.tsx'
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
      size="md"
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
  const isUnknown = number.ok && guessOperator(number.e164) === undefined && chosen === undefined
  const hint = isGuessed ? t('payout.operator_guessed') : isUnknown ? t('payout.operator_unknown') : undefined
  return (
    <Radio.Group
      size="md"
      label={t('payout.operator')}
      description={hint}
      value={chosen?.code ?? null}
      error={problems.operator}
      errorProps={{ role: 'alert' }}
      onChange={operator => onChange({ ...payout, mobile: { ...mobile, operator } })}
    >
      <div className="choices" data-columns="2">
        {tables.operators.map(operator => (
          <ChoiceCard key={operator.code} value={operator.code} title={operator.name} />
        ))}
      </div>
    </Radio.Group>
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
    </>
  )
}
