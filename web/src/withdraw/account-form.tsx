// Where the money goes: one of the own accounts, or a new one.
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Radio } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { ChoiceCard } from '../common/choice-card.tsx'
import { phoneText } from '../common/phone-text.ts'
import { useWithdrawForm } from './withdraw-context.tsx'
import { chosenCard, isNewAccount, savedAccount } from './withdraw-flow.ts'

const NewAccount = lazy(() => import('./new-account.tsx').then(file => ({ default: file.NewAccount })))

function IfNew() {
  const { t } = useTranslation('common')
  const { state, tables } = useWithdrawForm()
  if (!isNewAccount(state, tables)) return null
  return (
    <Suspense fallback={<FormSkeleton label={t('loading')} fields={3} />}>
      <NewAccount />
    </Suspense>
  )
}

type Choice = { readonly id: string; readonly title: string; readonly text: string }

type AccountsProps = {
  readonly choices: readonly Choice[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

function Accounts({ choices, chosen, onChoose }: AccountsProps) {
  const { t } = useTranslation('withdraw')
  if (choices.length === 0) return null
  return (
    <Radio.Group label={t('account.label')} value={chosen} onChange={onChoose}>
      <div className="choices">
        {choices.map(({ id, title, text }) => (
          <ChoiceCard key={id} value={id} title={title} text={text} />
        ))}
        <ChoiceCard value="new" title={t('account.new')} />
      </div>
    </Radio.Group>
  )
}

function MobileAccount() {
  const { state, dispatch, tables, offer } = useWithdrawForm()
  const { mobile } = state
  const change = (changes: Partial<typeof mobile>) => dispatch({ type: 'mobile_changed', changes })
  const names = new Map(
    offer.methods.flatMap(({ operator_code, operator_name }) =>
      operator_code === null ? [] : [[operator_code, operator_name ?? operator_code] as const],
    ),
  )
  const choices = tables.mobile.map(account => ({
    id: account.id,
    title: account.title,
    text: `${names.get(account.operator) ?? account.operator} · ${account.phone_number}`,
  }))
  return (
    <>
      <Accounts
        choices={choices}
        chosen={savedAccount(state, tables) ?? 'new'}
        onChoose={account => change({ account })}
      />
      <IfNew />
    </>
  )
}

function BankAccount() {
  const { state, dispatch, tables } = useWithdrawForm()
  const { bank } = state
  const change = (changes: Partial<typeof bank>) => dispatch({ type: 'bank_changed', changes })
  const choices = tables.bank.map(account => ({
    id: account.id,
    title: account.title,
    text: [account.bank_name, account.iban, account.owner_name].filter(Boolean).join(' · '),
  }))
  return (
    <>
      <Accounts
        choices={choices}
        chosen={savedAccount(state, tables) ?? 'new'}
        onChoose={account => change({ account })}
      />
      <IfNew />
    </>
  )
}

function WalletAccount() {
  const { state, dispatch, tables } = useWithdrawForm()
  const { wallet } = state
  const change = (changes: Partial<typeof wallet>) => dispatch({ type: 'wallet_changed', changes })
  const choices = tables.wallet.map(account => ({
    id: account.id,
    title: account.title,
    text: `${account.wallet_account_number} · ${account.owner_name}`,
  }))
  return (
    <>
      <Accounts
        choices={choices}
        chosen={savedAccount(state, tables) ?? 'new'}
        onChoose={account => change({ account })}
      />
      <IfNew />
    </>
  )
}

function Delivery() {
  const { t } = useTranslation('withdraw')
  const { full_name: name, full_phone_number: phone, country_code } = useUser()
  return (
    <Alert color="indigo">
      {t('account.delivery', { name, phone: phone === null ? '' : phoneText(phone, country_code) })}
    </Alert>
  )
}

export function AccountForm() {
  const { state, tables } = useWithdrawForm()
  switch (chosenCard(state, tables.cards)?.kind) {
    case 'mobile_money':
      return <MobileAccount />
    case 'bank_transfer':
      return <BankAccount />
    case 'wallet':
      return <WalletAccount />
    case 'delivery':
      return <Delivery />
    default:
      return null
  }
}
