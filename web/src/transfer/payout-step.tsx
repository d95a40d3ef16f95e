// Step "payout": whether the money is paid out, by which kind, and to which account; the price stands beside it.
import type { Beneficiary } from '@jokko/contract/contacts'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepForm, StepHeading } from '../common/flow-step.tsx'
import { problemText } from '../common/problem-text.ts'
import { refusalFrom } from '../common/refusal.ts'
import { BankPayout } from './bank-payout.tsx'
import { DeliveryPayout, WalletPayout } from './by-phone-payout.tsx'
import { MicrofinancePayout } from './microfinance-payout.tsx'
import { MobilePayout } from './mobile-payout.tsx'
import { checkPayout, chosenKind, likelyRoute, offeredKinds, payoutGap, payoutRule } from './payout-choice.ts'
import { KindChoice } from './payout-kind.tsx'
import type { PayoutProblem, PayoutTables, ShownProblems } from './payout-tables.ts'
import { StepFrame } from './step-frame.tsx'
import {
  countryQuery,
  institutionsQuery,
  operatorsQuery,
  savedBankQuery,
  savedMicrofinanceQuery,
  savedMobileQuery,
  savedWalletQuery,
} from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { TransferPanel } from './transfer-panel.tsx'
import { beneficiaryName, type PayoutDraft, type PayoutKind } from './transfer-state.ts'
import { useFeePreview } from './use-fee-preview.ts'
import { isRouteRefusal, WaysOut } from './ways-out.tsx'
import './payout-step.css'

/** All tables at once; accounts that were saved are a help, and missing them is no obstacle. */
function usePayoutTables(country: string, beneficiaryId: string) {
  const details = useQuery(countryQuery(country))
  const operators = useQuery(operatorsQuery(country))
  const banks = useQuery(institutionsQuery(country, 'bank_transfer'))
  const mfis = useQuery(institutionsQuery(country, 'mfi'))
  const saved = useSavedAccounts(beneficiaryId)
  const tables = useMemo((): PayoutTables | undefined => {
    if (details.data === undefined || operators.data === undefined) return undefined
    if (banks.data === undefined || mfis.data === undefined) return undefined
    return {
      country: details.data,
      operators: operators.data,
      institutions: banks.data,
      mfis: mfis.data,
      ...saved,
    }
  }, [details.data, operators.data, banks.data, mfis.data, saved])
  const failed = [details, operators, banks, mfis].find(query => query.error !== null)
  return { tables, failed }
}

function useSavedAccounts(beneficiaryId: string) {
  const { data: mobile } = useQuery(savedMobileQuery(beneficiaryId))
  const { data: bank } = useQuery(savedBankQuery(beneficiaryId))
  const { data: mfi } = useQuery(savedMicrofinanceQuery(beneficiaryId))
  const { data: wallet } = useQuery(savedWalletQuery(beneficiaryId))
  return useMemo(
    () => ({
      savedMobile: mobile ?? [],
      savedBank: bank ?? [],
      savedMfi: mfi ?? [],
      savedWallet: wallet ?? [],
    }),
    [mobile, bank, mfi, wallet],
  )
}

function useProblemTexts(): (problems: readonly PayoutProblem[]) => ShownProblems {
  const { t } = useTranslation(['transfer', 'flow'])
  const errorText = useErrorText()
  return problems =>
    Object.fromEntries(
      problems.map(({ field, code }) => {
        if (code === 'bank_not_reached') return [field, t('payout.bank_not_reached')]
        if (code === 'iban_other_country')
          return [field, t('account_problem.iban_other_country', { ns: 'flow' })]
        return [field, errorText(code)]
      }),
    )
}

function PayoutSwitch({
  rule,
  onChange,
}: {
  rule: ReturnType<typeof payoutRule>
  onChange: (on: boolean) => void
}) {
  const { t } = useTranslation('transfer')
  return (
    <div className="card payout-switch">
      <Switch
        checked={rule.isEnabled}
        disabled={rule.locked !== undefined}
        onChange={event => onChange(event.currentTarget.checked)}
        label={t('payout.toggle')}
        description={
          rule.locked === undefined
            ? t(rule.isEnabled ? 'payout.toggle_on' : 'payout.toggle_off')
            : t(`payout.locked_${rule.locked}`)
        }
        labelPosition="left"
        size="md"
      />
    </div>
  )
}

type KindFormProps = {
  readonly kind: PayoutKind
  readonly tables: PayoutTables
  readonly beneficiary: Beneficiary
  readonly problems: ShownProblems
  readonly onChange: (draft: PayoutDraft) => void
}

function KindForm({ kind, ...props }: KindFormProps) {
  switch (kind) {
    case 'mobile_money':
      return <MobilePayout {...props} />
    case 'bank_transfer':
      return <BankPayout {...props} />
    case 'mfi':
      return <MicrofinancePayout {...props} />
    case 'wallet':
      return <WalletPayout {...props} />
    case 'delivery':
      return <DeliveryPayout {...props} />
  }
}

function PayoutForm({ tables }: { tables: PayoutTables }) {
  const { t } = useTranslation('transfer')
  const { is_individual: isIndividual } = useUser()
  const { state, dispatch, goTo, goBack } = useTransfer()
  const problemTexts = useProblemTexts()
  const errorText = useErrorText()
  const [found, setFound] = useState<readonly PayoutProblem[]>([])
  const problems = problemTexts(found)
  const content = useRef<HTMLDivElement>(null)
  const { payout: draft, beneficiary } = state
  if (beneficiary === undefined) throw new Error('The payout step needs a beneficiary')

  const kinds = offeredKinds(tables)
  const rule = payoutRule(draft, beneficiary, { isIndividual }, kinds)
  const kind = rule.isEnabled ? chosenKind(draft, kinds) : undefined
  const route = likelyRoute(draft, beneficiary, { isIndividual }, tables)
  const { error } = useFeePreview(route)
  const refusal = error === null ? undefined : refusalFrom(error)

  const change = (payout: PayoutDraft) => {
    setFound([])
    dispatch({ type: 'payout_typed', payout })
  }
  const submit = () => {
    const check = checkPayout(draft, beneficiary, { isIndividual }, tables)
    if (check.ok) {
      dispatch({ type: 'payout_ready', payout: check.payout })
      if (refusal === undefined || !isRouteRefusal(refusal)) goTo('summary')
      return
    }
    setFound(check.problems)
    focusFirstError(content.current)
  }
  const gap = payoutGap(beneficiary, tables)
  const isNowhere = gap === 'No_Withdraw_Mode_Found'
  return (
    <StepFrame stage="payment" aside={<TransferPanel route={route} />}>
      <StepHeading>{t('payout.heading', { name: beneficiaryName(beneficiary) })}</StepHeading>
      <div ref={content}>
        <StepForm onSubmit={submit} onBack={goBack} isDisabled={isNowhere}>
          {gap !== undefined && (
            <Alert color="amber" role="status">
              {errorText(gap)}
            </Alert>
          )}
          {!isNowhere && <PayoutSwitch rule={rule} onChange={isEnabled => change({ ...draft, isEnabled })} />}
          {rule.isEnabled && kinds.length > 0 && (
            <KindChoice
              kinds={kinds}
              kind={kind}
              tables={tables}
              onChoose={chosen => change({ ...draft, kind: chosen })}
            />
          )}
          {kind !== undefined && (
            <KindForm
              kind={kind}
              tables={tables}
              beneficiary={beneficiary}
              problems={problems}
              onChange={change}
            />
          )}
          {problems.kind !== undefined && (
            <Alert color="clay" role="alert" data-step-error tabIndex={-1}>
              {problems.kind}
            </Alert>
          )}
          {refusal !== undefined && <WaysOut refusal={refusal} isOnPayout />}
        </StepForm>
      </div>
    </StepFrame>
  )
}

export function PayoutStep() {
  const { t } = useTranslation('common')
  const { state } = useTransfer()
  const { beneficiary } = state
  const { tables, failed } = usePayoutTables(beneficiary?.country ?? '', beneficiary?.id ?? '')
  if (tables !== undefined) return <PayoutForm tables={tables} />
  return (
    <StepFrame stage="payment" aside={<TransferPanel />}>
      {failed === undefined ? (
        <FormSkeleton label={t('loading')} fields={4} />
      ) : (
        <Alert color="clay" role="alert">
          <p className="dialog-text">{problemText(failed.error)}</p>
          <Button onClick={() => void failed.refetch()}>{t('retry')}</Button>
        </Alert>
      )}
    </StepFrame>
  )
}
