// Step "payout": whether the money is paid out, by which kind, and to which account; the price stands beside it.
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button, SegmentedControl, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { problemText } from '../common/problem-text.ts'
import { BankPayout } from './bank-payout.tsx'
import { useDuration } from './durations.ts'
import { useErrorText } from './error-text.ts'
import { MobilePayout } from './mobile-payout.tsx'
import {
  checkPayout,
  chosenKind,
  likelyRoute,
  methodsOf,
  offeredKinds,
  type PayoutField,
  type PayoutKind,
  type PayoutProblem,
  type PayoutTables,
  payoutRule,
} from './payout-choice.ts'
import { refusalFrom } from './refusal.ts'
import { focusFirstError, StepForm, StepFrame, StepHeading } from './step-frame.tsx'
import {
  countryQuery,
  institutionsQuery,
  operatorsQuery,
  savedBankQuery,
  savedMobileQuery,
} from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { TransferPanel } from './transfer-panel.tsx'
import { beneficiaryName, type PayoutDraft } from './transfer-state.ts'
import { useFeePreview } from './use-fee-preview.ts'
import { isRouteRefusal, WaysOut } from './ways-out.tsx'
import './payout-step.css'

export type ShownProblems = Partial<Record<PayoutField, string>>

/** All tables at once; accounts that were saved are a help, and missing them is no obstacle. */
function usePayoutTables(country: string, beneficiaryId: string) {
  const details = useQuery(countryQuery(country))
  const operators = useQuery(operatorsQuery(country))
  const institutions = useQuery(institutionsQuery(country))
  const { data: savedMobile } = useQuery(savedMobileQuery(beneficiaryId))
  const { data: savedBank } = useQuery(savedBankQuery(beneficiaryId))
  const tables = useMemo((): PayoutTables | undefined => {
    if (details.data === undefined || operators.data === undefined || institutions.data === undefined) {
      return undefined
    }
    return {
      country: details.data,
      operators: operators.data,
      institutions: institutions.data,
      savedMobile: savedMobile ?? [],
      savedBank: savedBank ?? [],
    }
  }, [details.data, operators.data, institutions.data, savedMobile, savedBank])
  const failed = [details, operators, institutions].find(query => query.error !== null)
  return { tables, failed }
}

function useProblemTexts(): (problems: readonly PayoutProblem[]) => ShownProblems {
  const { t } = useTranslation('transfer')
  const errorText = useErrorText()
  return problems =>
    Object.fromEntries(
      problems.map(({ field, code }) => {
        if (code === 'bank_not_reached') return [field, t('payout.bank_not_reached')]
        if (code === 'iban_other_country') return [field, t('account_problem.iban_other_country')]
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

type KindChoiceProps = {
  readonly kinds: readonly PayoutKind[]
  readonly kind: PayoutKind
  readonly tables: PayoutTables
  readonly onChoose: (kind: PayoutKind) => void
}

function KindChoice({ kinds, kind, tables, onChoose }: KindChoiceProps) {
  const { t } = useTranslation(['transfer', 'statuses'])
  const duration = useDuration()
  const method = methodsOf(tables.country).find(({ name }) => name === kind)
  return (
    <div className="payout-kind">
      {kinds.length === 1 && <p className="payout-kind__only">{t(`payout.${kind}`, { ns: 'statuses' })}</p>}
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label={t('payout.kind')}
          fullWidth
          size="md"
          value={kind}
          data={kinds.map(one => ({ value: one, label: t(`payout.${one}`, { ns: 'statuses' }) }))}
          onChange={onChoose}
        />
      )}
      {method !== undefined && (
        <p className="transfer-note">{t('payout.kind_time', { time: duration(method.delivery_minutes) })}</p>
      )}
    </div>
  )
}

function PayoutForm({ tables }: { tables: PayoutTables }) {
  const { t } = useTranslation('transfer')
  const { is_individual: isIndividual } = useUser()
  const { state, dispatch, goTo, goBack } = useTransfer()
  const problemTexts = useProblemTexts()
  const [problems, setProblems] = useState<ShownProblems>({})
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
    setProblems({})
    dispatch({ type: 'payout_typed', payout })
  }
  const submit = () => {
    const check = checkPayout(draft, beneficiary, { isIndividual }, tables)
    if (check.ok) {
      dispatch({ type: 'payout_ready', payout: check.payout })
      if (refusal === undefined || !isRouteRefusal(refusal)) goTo('summary')
      return
    }
    setProblems(problemTexts(check.problems))
    focusFirstError(content.current)
  }
  const isNowhere = kinds.length === 0 && !beneficiary.has_account
  return (
    <StepFrame stage="payment" aside={<TransferPanel route={route} />}>
      <StepHeading>{t('payout.heading', { name: beneficiaryName(beneficiary) })}</StepHeading>
      <div ref={content}>
        <StepForm onSubmit={submit} onBack={goBack} isDisabled={isNowhere}>
          <PayoutSwitch rule={rule} onChange={isEnabled => change({ ...draft, isEnabled })} />
          {kind !== undefined && (
            <KindChoice
              kinds={kinds}
              kind={kind}
              tables={tables}
              onChoose={chosen => change({ ...draft, kind: chosen })}
            />
          )}
          {kind === 'mobile_money' && (
            <MobilePayout tables={tables} beneficiary={beneficiary} problems={problems} onChange={change} />
          )}
          {kind === 'bank_transfer' && <BankPayout tables={tables} problems={problems} onChange={change} />}
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
