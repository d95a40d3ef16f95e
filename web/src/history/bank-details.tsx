// The bank transfer that an operation waits for: instructions for one of our accounts, the payer's choice.
import type { OperationDetail } from '@jokko/contract/history'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { BankInstructions } from '../common/bank-instructions.tsx'
import { useCountryName } from '../common/country-name.ts'
import { problemText } from '../common/problem-text.ts'
import { bankDetailsQuery, ourAccountsQuery } from './history-api.ts'

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="clay" role="alert">
      <p className="operation__sentence">{problemText(error)}</p>
      <Button size="compact-md" variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Alert>
  )
}

function Instructions({ operationId, accountId }: { operationId: string; accountId: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(bankDetailsQuery(operationId, accountId))
  if (data !== undefined) return <BankInstructions details={data.user_payment_details} />
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  return <FormSkeleton label={t('loading')} fields={4} />
}

export function OperationBankDetails({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('history')
  const user = useUser()
  const countryName = useCountryName()
  const { data, error, refetch } = useQuery(ourAccountsQuery(user.country_id))
  const [chosen, setChosen] = useState<number>()
  if (data === undefined) {
    return error === null ? (
      <FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />
    ) : (
      <Problem error={error} onRetry={() => void refetch()} />
    )
  }
  const accounts = data.bank_accounts
  const account = chosen ?? operation.bank_account_id ?? accounts[0]?.id
  if (account === undefined) return null
  return (
    <div className="operation__bank">
      {accounts.length > 1 && (
        <NativeSelect
          className="operation__account"
          label={t('pay_in_account')}
          value={String(account)}
          onChange={event => setChosen(Number(event.currentTarget.value))}
          data={accounts.map(({ id, bank_name, country }) => ({
            value: String(id),
            label: `${bank_name} (${countryName(country)})`,
          }))}
        />
      )}
      <Instructions operationId={operation.id} accountId={account} />
    </div>
  )
}
