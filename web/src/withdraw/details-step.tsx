// The details of a withdrawal: how much, how, to which account; then it is opened and its money set aside.
import type { ErrorCode } from '@jokko/contract/errors'
import type { QuoteFigures } from '@jokko/contract/transfer'
import type { Cashout, NewCashout, PayeeCheck, WithdrawMethods } from '@jokko/contract/withdraw'
import { toDecimal } from '@jokko/core/money'
import { Alert, Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { AmountField } from '../common/amount-field.tsx'
import { amountToPaste } from '../common/amount-to-paste.ts'
import { useCountryName } from '../common/country-name.ts'
import { useErrorTextSoon } from '../common/error-text.ts'
import { focusFirstError, StepColumns, StepForm, StepHeading } from '../common/flow-step.tsx'
import { onceDrawn } from '../common/focus.ts'
import { useMoneyCommand } from '../common/money-command.ts'
import { fieldProblem, problemText } from '../common/problem-text.ts'
import { AccountForm } from './account-form.tsx'
import { type PayeeDoubt, PayeeQuestion, payeeDoubtIn } from './payee-question.tsx'
import { saveAccount } from './save-account.ts'
import { usePrice } from './use-withdrawal.ts'
import { changeBank, openCashout, ownBankQuery } from './withdraw-api.ts'
import { WithdrawCards } from './withdraw-cards.tsx'
import { type WithdrawForm, WithdrawProvider } from './withdraw-context.tsx'
import {
  amountProblem,
  chosenCard,
  type Field,
  isNewAccount,
  type Problem,
  pricedRoute,
  routeOf,
  savedAccount,
  type Tables,
  typedEuros,
  type WithdrawEvent,
  type WithdrawState,
} from './withdraw-flow.ts'
import { WithdrawPanel } from './withdraw-panel.tsx'
import { WithdrawProgress } from './withdraw-progress.tsx'

type DetailsProps = {
  readonly state: WithdrawState
  readonly dispatch: Dispatch<WithdrawEvent>
  readonly offer: WithdrawMethods
  readonly tables: Tables
  readonly onOpened: (cashout: Cashout) => void
}

function useTexts() {
  const { t } = useTranslation('flow')
  const { errorText, isReady } = useErrorTextSoon()
  const texts = (problems: readonly Problem[]): { readonly [field in Field]?: string } =>
    Object.fromEntries(
      problems.map(({ field, code }) => [
        field,
        code === 'iban_other_country' ? t('account_problem.iban_other_country') : errorText(code),
      ]),
    )
  return { texts, isReady }
}

/** Which field of the form a field of the request is. */
const fieldOf: { readonly [field: string]: Field } = {
  phone_number: 'phone',
  wallet_account_number: 'phone',
  operator: 'operator',
  iban: 'iban',
  rib: 'rib',
  bank_name: 'bankName',
  owner_name: 'owner',
}

function refusedFields(error: Error | null): { readonly [field in Field]?: string } {
  if (!(error instanceof ApiError)) return {}
  const found = Object.keys(fieldOf).flatMap(field => {
    const text = fieldProblem(error, field)
    const own = fieldOf[field]
    return text === undefined || own === undefined ? [] : [[own, text] as const]
  })
  return Object.fromEntries(found)
}

type Opening = Pick<DetailsProps, 'state' | 'dispatch' | 'offer' | 'tables' | 'onOpened'> & {
  readonly figures: QuoteFigures | undefined
}

/** What is sent is made once, however often it is sent: an account is kept a single time. */
function madeOnce(make: () => Promise<NewCashout>): () => Promise<NewCashout> {
  let made: NewCashout | undefined
  return async () => {
    made ??= await make()
    return made
  }
}

/** Keeps the account that was typed, then opens the withdrawal; what the bank doubts is asked first. */
function useOpening({ state, dispatch, offer, tables, figures, onOpened }: Opening) {
  const user = useUser()
  const client = useQueryClient()
  const [doubt, setDoubt] = useState<PayeeDoubt>()
  const accepted = useRef<PayeeCheck>(undefined)
  const bodyOf = madeOnce(async () => {
    const account = await saveAccount(state, tables, { offer, user, dispatch })
    void client.invalidateQueries({ queryKey: ['own-accounts'] })
    const typed = typedEuros(state)
    return {
      amount_without_fees_in_euro: typed === undefined ? '' : toDecimal(typed),
      total_to_pay: figures?.total_to_pay.amount ?? '',
      cashout_method_id: routeOf(state, tables)?.cashout_method_id ?? 0,
      country_id: offer.country_id,
      ...account.field,
      ...(accepted.current !== undefined && { accepted_payee_check: accepted.current }),
    }
  })
  const command = useMoneyCommand<Cashout>({
    send: async key => openCashout(await bodyOf(), key),
    onDone: onOpened,
    onRefused: error => {
      setDoubt(payeeDoubtIn(error))
      void client.invalidateQueries({ queryKey: ['fee-preview', 'withdraw'] })
    },
  })
  const run = (check?: PayeeCheck) => {
    accepted.current = check
    setDoubt(undefined)
    command.run()
  }
  const doubted = async () => {
    const list = await client.fetchQuery(ownBankQuery)
    const kept = savedAccount(state, tables)
    return list.find(({ id }) => id === kept)
  }
  /** The name that the bank knows. */
  const correct = async (name: string) => {
    const account = await doubted()
    if (account !== undefined) await changeBank(account.id, { owner_name: name })
    dispatch({ type: 'bank_changed', changes: { owner: name } })
    run()
  }
  /** Back to what was typed of the account, to be written anew. */
  const reopen = async () => {
    setDoubt(undefined)
    const account = await doubted()
    if (account !== undefined) dispatch({ type: 'bank_reopened', account })
  }
  return { command, doubt, run, correct, reopen }
}

type Rules = typeof import('./account-problems.ts')

/** What a new account has to fulfil; it comes with the account's form. */
function useAccountRules(isNeeded: boolean): Rules | undefined {
  const [rules, setRules] = useState<Rules>()
  useEffect(() => {
    if (isNeeded) void import('./account-problems.ts').then(setRules)
  }, [isNeeded])
  return rules
}

function CountryChoice({ state, dispatch, offer }: Pick<DetailsProps, 'state' | 'dispatch' | 'offer'>) {
  const { t } = useTranslation('withdraw')
  const nameOf = useCountryName()
  if (offer.countries.length < 2) return null
  return (
    <NativeSelect
      label={t('country')}
      value={state.country ?? offer.country}
      onChange={event => dispatch({ type: 'country_chosen', country: event.currentTarget.value })}
      data={offer.countries.map(({ code }) => ({ value: code, label: nameOf(code) }))}
    />
  )
}

type AmountProps = Pick<DetailsProps, 'state' | 'dispatch' | 'offer'> & {
  readonly form: WithdrawForm
}

function AmountToWithdraw({ state, dispatch, offer, form }: AmountProps) {
  const { t, i18n } = useTranslation('withdraw')
  const format = useAmountFormat()
  const all = form.route?.all ?? null
  const [stays, setStays] = useState<string>()
  return (
    <div className="withdraw-amount">
      <AmountField
        label={t('amount')}
        currency="EUR"
        value={state.amount}
        error={form.problems.amount}
        onChange={text => {
          setStays(undefined)
          dispatch({ type: 'amount_typed', text })
        }}
        autoFocus
      />
      <p className="withdraw-amount__balance">
        <span className="tabular">{t('balance', { amount: format(offer.balance, 'EUR') })}</span>
        <Button
          variant="transparent"
          px={0}
          disabled={all === null}
          onClick={() => {
            if (all === null) return
            setStays(all.stays)
            dispatch({ type: 'amount_typed', text: amountToPaste(all.amount, i18n.language) })
          }}
        >
          {t('all')}
        </Button>
      </p>
      {stays !== undefined && (
        <p className="flow-note tabular" role="status">
          {t(stays === '0.00' ? 'all_leaves_nothing' : 'all_leaves', { amount: format(stays, 'EUR') })}
        </p>
      )}
    </div>
  )
}

function Restricted({ offer }: Pick<DetailsProps, 'offer'>) {
  const { t } = useTranslation('withdraw')
  if (offer.restriction === null) return null
  return <Alert color="amber">{t('restricted')}</Alert>
}

const hasOwnPlace: readonly string[] = ['payee_check_needed']

function Refusal({ error }: { error: Error | null }) {
  if (error === null || Object.keys(refusedFields(error)).length > 0) return null
  if (error instanceof ApiError && hasOwnPlace.includes(error.code)) return null
  return (
    <Alert color="clay" role="alert">
      {problemText(error)}
    </Alert>
  )
}

/** Whose account it is stands first in its form, which is drawn anew. */
function focusOwner(within: HTMLElement | null): void {
  const focus = () => within?.querySelector<HTMLElement>('[name="owner"]')?.focus()
  onceDrawn(focus)
}

/** What is missing is said once somebody wants to go on, and anew where another account is typed. */
function useTried({ state, tables }: Pick<DetailsProps, 'state' | 'tables'>) {
  const kind = chosenCard(state, tables.cards)?.kind
  const form = `${kind} ${savedAccount(state, tables)} ${state.bank.form}`
  const [tried, setTried] = useState<string>()
  return { isTried: tried === form, setTried: () => setTried(form) }
}

export function DetailsStep(props: DetailsProps) {
  const { state, dispatch, offer, tables } = props
  const { t } = useTranslation(['withdraw', 'common'])
  const { isTried, setTried } = useTried(props)
  const form = useRef<HTMLDivElement>(null)
  const { texts, isReady } = useTexts()
  const { figures, error, isComputing } = usePrice(state, tables)
  const opening = useOpening({ ...props, figures })
  const { command, doubt, run, correct, reopen } = opening
  const card = chosenCard(state, tables.cards)
  const route = pricedRoute(state, tables)
  const amount = amountProblem(state, { balance: offer.balance, total: figures?.total_to_pay.amount })
  const isAmountShown = amount !== undefined && (isTried || (state.amount !== '' && typedEuros(state)))
  const isNew = isNewAccount(state, tables)
  const rules = useAccountRules(isNew)
  const lacking = isNew && rules !== undefined ? rules.accountProblems(state, tables, offer.country) : []
  const missing = isTried ? lacking : []
  const priceProblem = error === null ? undefined : problemText(error)
  const isOverLimit =
    amount?.code === 'Withdrawal_amount' || error !== null || routeOf(state, tables)?.refusal != null
  const isBlocked =
    isComputing || isOverLimit || offer.balance === '0.00' || !isReady || (isNew && rules === undefined)
  const problems = {
    ...(priceProblem !== undefined && { amount: priceProblem }),
    ...texts([...(isAmountShown ? [amount] : []), ...missing]),
    ...refusedFields(command.refusal),
  }
  const shared: WithdrawForm = { state, dispatch, offer, tables, route, problems }

  const submit = () => {
    setTried()
    const isMissing = amount !== undefined || lacking.length > 0
    if (isMissing || figures === undefined || routeOf(state, tables) === undefined) {
      focusFirstError(form.current)
      return
    }
    run()
  }
  return (
    <div className="flow">
      <WithdrawProgress stage="details" />
      <WithdrawProvider value={shared}>
        <StepColumns
          aside={
            <WithdrawPanel
              figures={figures}
              isComputing={isComputing}
              balance={command.isUnknown ? undefined : offer.balance}
            />
          }
        >
          <StepHeading>{t('heading')}</StepHeading>
          <div ref={form}>
            <StepForm
              onSubmit={command.isUnknown ? command.run : submit}
              submitLabel={command.isUnknown ? t('command.check_again', { ns: 'common' }) : t('continue')}
              isBusy={command.isBusy}
              // After a lost answer the money may be set aside already: what is left then says nothing of this one.
              isDisabled={!command.isUnknown && isBlocked}
            >
              <Restricted offer={offer} />
              {offer.balance === '0.00' && <ZeroBalance />}
              <fieldset className="flow-fields" disabled={command.isUnknown}>
                <CountryChoice state={state} dispatch={dispatch} offer={offer} />
                <AmountToWithdraw state={state} dispatch={dispatch} offer={offer} form={shared} />
                <WithdrawCards
                  cards={tables.cards}
                  chosen={card}
                  route={route}
                  error={problems.method}
                  onChoose={kind => dispatch({ type: 'card_chosen', kind })}
                />
                <AccountForm />
              </fieldset>
              {command.isUnknown && (
                <Alert color="amber" role="alert">
                  {t('command.unknown', { ns: 'common' })}
                </Alert>
              )}
              <Refusal error={command.refusal} />
            </StepForm>
          </div>
        </StepColumns>
      </WithdrawProvider>
      {doubt !== undefined && (
        <PayeeQuestion
          doubt={doubt}
          onChange={() => void reopen().then(() => focusOwner(form.current))}
          onCorrect={correct}
          onAccept={() => run(doubt.check)}
        />
      )}
    </div>
  )
}

function ZeroBalance() {
  const { errorText } = useErrorTextSoon()
  const code: ErrorCode = 'balance_zero'
  return (
    <Alert color="amber" role="status">
      {errorText(code)}
    </Alert>
  )
}
