// A new account to withdraw to, in the words of the chosen method. Loaded when there is none yet, or another is wanted.
import { NativeSelect, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AccountNumber } from '../common/account-number.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { ChoiceCard } from '../common/choice-card.tsx'
import { useDuration } from '../common/durations.ts'
import { PhoneField } from '../common/phone-field.tsx'
import { useWithdrawForm } from './withdraw-context.tsx'
import { chosenCard, hasBankList } from './withdraw-flow.ts'

function Owner({ value, onChange }: { value: string; onChange: (owner: string) => void }) {
  const { t } = useTranslation('withdraw')
  const { problems } = useWithdrawForm()
  return (
    <TextInput
      name="owner"
      label={t('account.owner')}
      description={t('account.owner_hint')}
      value={value}
      maxLength={80}
      autoComplete="name"
      error={problems.owner}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** Paid by hand: slower, and with a ceiling of its own. */
function useByHandHint(): string | undefined {
  const { t } = useTranslation('withdraw')
  const duration = useDuration()
  const format = useAmountFormat()
  const { state, tables } = useWithdrawForm()
  const byHand = chosenCard(state, tables.cards)?.byHand
  return (
    byHand &&
    t('account.by_hand', {
      time: duration(byHand.delivery),
      amount: format(byHand.max_amount ?? '0', byHand.currency),
    })
  )
}

function useCountries() {
  const { offer } = useWithdrawForm()
  return offer.countries.filter(({ code }) => code === offer.country)
}

function Operator() {
  const { t } = useTranslation('withdraw')
  const { state, dispatch, tables, problems } = useWithdrawForm()
  const { operator, operatorName } = state.mobile
  const card = chosenCard(state, tables.cards)
  const hint = useByHandHint()
  const change = (changes: Partial<typeof state.mobile>) => dispatch({ type: 'mobile_changed', changes })
  return (
    <>
      <Radio.Group
        label={t('account.operator')}
        value={operator ?? null}
        error={problems.operator}
        errorProps={{ role: 'alert' }}
        onChange={value => change({ operator: value })}
      >
        <div className="choices" data-columns="2">
          {card?.routes.map(({ operator_code, operator_name }) => (
            <ChoiceCard key={operator_code} value={operator_code ?? ''} title={operator_name ?? ''} />
          ))}
          {card?.byHand !== undefined && <ChoiceCard value="other" title={t('account.other_operator')} />}
        </div>
      </Radio.Group>
      {operator === 'other' && (
        <TextInput
          label={t('account.operator_name')}
          description={hint}
          value={operatorName}
          maxLength={40}
          autoComplete="off"
          error={problems.operatorName}
          onChange={event => change({ operatorName: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function NewMobile() {
  const { t } = useTranslation('withdraw')
  const { state, dispatch, problems } = useWithdrawForm()
  const { mobile } = state
  const countries = useCountries()
  const change = (changes: Partial<typeof mobile>) => dispatch({ type: 'mobile_changed', changes })
  return (
    <>
      <Operator />
      <PhoneField
        label={t('account.number')}
        countries={countries}
        value={{ dialCode: countries[0]?.country_code ?? 0, national: mobile.phone.national }}
        error={problems.phone}
        onChange={phone => change({ phone })}
      />
      <Owner value={mobile.owner} onChange={owner => change({ owner })} />
    </>
  )
}

function BankName() {
  const { t } = useTranslation('withdraw')
  const { state, dispatch, tables, problems } = useWithdrawForm()
  const { bank } = state
  const hint = useByHandHint()
  const isListed = hasBankList(tables.cards, tables.institutions)
  const byHand = chosenCard(state, tables.cards)?.byHand
  const change = (changes: Partial<typeof bank>) => dispatch({ type: 'bank_changed', changes })
  const choose = (institution: string) => {
    const known = tables.institutions.find(one => one.institution_id === institution)
    change({ institution, ...(known?.bank_code && { rib: { ...bank.rib, bank: known.bank_code } }) })
  }
  const isOther = bank.institution === 'other'
  return (
    <>
      {isListed && (
        <NativeSelect
          label={t('account.bank')}
          value={bank.institution}
          error={problems.bank}
          description={isOther ? hint : undefined}
          onChange={event => choose(event.currentTarget.value)}
          data={[
            { value: '', label: t('account.bank_choose'), disabled: true },
            ...tables.institutions.map(({ institution_id, name }) => ({
              value: institution_id,
              label: name,
            })),
            ...(byHand ? [{ value: 'other', label: t('account.bank_other') }] : []),
          ]}
        />
      )}
      {(!isListed || isOther) && (
        <TextInput
          label={t('account.bank_name')}
          value={bank.bankName}
          maxLength={80}
          autoComplete="off"
          error={problems.bankName}
          onChange={event => change({ bankName: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function NewBank() {
  const { state, dispatch, problems, offer } = useWithdrawForm()
  const { bank } = state
  const change = (changes: Partial<typeof bank>) => dispatch({ type: 'bank_changed', changes })
  return (
    <>
      <Owner value={bank.owner} onChange={owner => change({ owner })} />
      <BankName />
      <AccountNumber country={offer.country} account={bank} problems={problems} onChange={change} />
    </>
  )
}

function NewWallet() {
  const { t } = useTranslation('withdraw')
  const { state, dispatch, problems } = useWithdrawForm()
  const { wallet } = state
  const countries = useCountries()
  const change = (changes: Partial<typeof wallet>) => dispatch({ type: 'wallet_changed', changes })
  return (
    <>
      <PhoneField
        label={t('account.wallet_number')}
        countries={countries}
        value={{ dialCode: countries[0]?.country_code ?? 0, national: wallet.phone.national }}
        error={problems.phone}
        onChange={phone => change({ phone })}
      />
      <Owner value={wallet.owner} onChange={owner => change({ owner })} />
    </>
  )
}

export function NewAccount() {
  const { state, tables } = useWithdrawForm()
  switch (chosenCard(state, tables.cards)?.kind) {
    case 'mobile_money':
      return <NewMobile />
    case 'bank_transfer':
      return <NewBank />
    case 'wallet':
      return <NewWallet />
    default:
      return null
  }
}
