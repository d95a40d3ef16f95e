// Which of our bank accounts a payer will pay into: a step of its own.
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { useCountryName } from './country-name.ts'
import { useErrorText } from './error-text.ts'
import { StepForm, StepHeading } from './flow-step.tsx'
import { ourBanksQuery } from './our-banks.ts'
import { problemText } from './problem-text.ts'

export function OurBankChoice({ onChosen }: { onChosen: (accountId: number) => void }) {
  const { t } = useTranslation(['flow', 'common'])
  const user = useUser()
  const countryName = useCountryName()
  const errorText = useErrorText()
  const { data: accounts, error, refetch } = useQuery(ourBanksQuery(user.country_id))
  const [picked, setPicked] = useState<string>()
  // The server puts the accounts nearest to the sender first.
  const chosen = picked ?? (accounts?.[0] === undefined ? undefined : String(accounts[0].id))
  return (
    <>
      <StepHeading>{t('our_bank.heading')}</StepHeading>
      <StepForm
        submitLabel={t('our_bank.continue')}
        onSubmit={() => chosen !== undefined && onChosen(Number(chosen))}
        isDisabled={chosen === undefined}
      >
        <p className="flow-note">{t('our_bank.text')}</p>
        {accounts === undefined && error === null && (
          <RowsSkeleton label={t('loading', { ns: 'common' })} rows={2} />
        )}
        {error !== null && (
          <Alert color="clay" role="alert">
            <p className="dialog-text">{problemText(error)}</p>
            <Button onClick={() => void refetch()}>{t('retry', { ns: 'common' })}</Button>
          </Alert>
        )}
        {accounts !== undefined && (
          <Radio.Group
            aria-label={t('our_bank.choice')}
            value={chosen ?? null}
            onChange={setPicked}
            error={accounts.length === 0 ? errorText('select_bank') : undefined}
          >
            <div className="choices">
              {accounts.map(account => (
                <ChoiceCard
                  key={account.id}
                  value={String(account.id)}
                  title={account.bank_name}
                  text={`${countryName(account.country)} · ${account.iban.slice(0, 4)} … ${account.iban.slice(-4)}`}
                />
              ))}
            </div>
          </Radio.Group>
        )}
      </StepForm>
    </>
  )
}
