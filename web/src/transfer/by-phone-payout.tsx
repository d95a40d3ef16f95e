// Payout to a wallet, or as cash that is brought: to whom, and at which number. A delivery says what will happen.
import type { Beneficiary } from '@jokko/contract/contacts'
import { formatPhone } from '@jokko/core/phone'
import { Alert, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceCard } from '../common/choice-card.tsx'
import { PhoneField } from '../common/phone-field.tsx'
import type { PayoutTables, ShownProblems } from './payout-tables.ts'
import { useTransfer } from './transfer-context.ts'
import { beneficiaryName, type PayeeByPhone, type PayoutDraft } from './transfer-state.ts'

type ByPhoneProps = {
  readonly tables: PayoutTables
  readonly beneficiary: Beneficiary
  readonly problems: ShownProblems
  readonly onChange: (draft: PayoutDraft) => void
}

type PayeeFieldsProps = Pick<ByPhoneProps, 'beneficiary' | 'problems'> & {
  readonly kind: 'wallet' | 'delivery'
  readonly payee: PayeeByPhone
  readonly saved: PayoutTables['savedWallet']
  readonly onPayee: (changes: Partial<PayeeByPhone>) => void
}

function PayeeFields({ kind, payee, saved, beneficiary, problems, onPayee }: PayeeFieldsProps) {
  const { t } = useTranslation('transfer')
  const isSaved = saved.some(({ id }) => id === payee.account)
  return (
    <>
      <Radio.Group
        label={t(`payout.${kind}_number`)}
        value={payee.account}
        error={problems.account}
        errorProps={{ role: 'alert' }}
        onChange={account => onPayee({ account })}
      >
        <div className="choices">
          <ChoiceCard
            value="own"
            title={formatPhone(beneficiary.full_phone_number)}
            text={t('payout.own_number')}
          />
          {saved.map(account => (
            <ChoiceCard
              key={account.id}
              value={account.id}
              title={`+${account.country_code} ${account.wallet_account_number}`}
              text={`${account.owner_name} · ${t('payout.saved')}`}
            />
          ))}
          <ChoiceCard value="other" title={t('payout.other_number')} />
        </div>
      </Radio.Group>
      {payee.account === 'other' && (
        <PhoneField
          label={t('payout.number')}
          countries={[{ code: beneficiary.country, country_code: beneficiary.country_code }]}
          value={{ dialCode: beneficiary.country_code, national: payee.phone.national }}
          error={problems.phone}
          onChange={phone => onPayee({ phone })}
        />
      )}
      {!isSaved && (
        <TextInput
          label={t(`payout.${kind}_name`)}
          description={t(`payout.${kind}_name_hint`)}
          value={payee.name}
          maxLength={80}
          autoComplete="off"
          error={problems.name}
          onChange={event => onPayee({ name: event.currentTarget.value })}
        />
      )}
    </>
  )
}

export function WalletPayout({ tables, onChange, ...rest }: ByPhoneProps) {
  const { payout } = useTransfer().state
  return (
    <PayeeFields
      {...rest}
      kind="wallet"
      payee={payout.wallet}
      saved={tables.savedWallet}
      onPayee={changes => onChange({ ...payout, wallet: { ...payout.wallet, ...changes } })}
    />
  )
}

export function DeliveryPayout({ onChange, ...rest }: ByPhoneProps) {
  const { t } = useTranslation('transfer')
  const { payout } = useTransfer().state
  const { delivery } = payout
  const set = (changes: Partial<PayoutDraft['delivery']>) =>
    onChange({ ...payout, delivery: { ...delivery, ...changes } })
  const name = delivery.name.trim() || beneficiaryName(rest.beneficiary)
  return (
    <>
      <Alert color="indigo">{t('payout.delivery_what', { name })}</Alert>
      <PayeeFields {...rest} kind="delivery" payee={delivery} saved={[]} onPayee={set} />
      <TextInput
        label={t('payout.delivery_address')}
        description={t('payout.delivery_address_hint')}
        value={delivery.address}
        maxLength={200}
        autoComplete="off"
        onChange={event => set({ address: event.currentTarget.value })}
      />
    </>
  )
}
