// Step "method": the ways to pay, compared by cost, time and ceiling.
import type { CashInMethod } from '@jokko/contract/reference'
import { toDecimal } from '@jokko/core/money'
import { EmptyState } from '@jokko/ui/empty-state'
import { Radio } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { payinMinutes } from '../common/durations.ts'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepForm, StepHeading } from '../common/flow-step.tsx'
import { linkedAmounts } from '../common/linked-amounts.ts'
import { MethodCard } from '../common/method-card.tsx'
import { useLimitBlanks } from '../common/method-limits.ts'
import { qualitiesOf } from '../common/method-qualities.ts'
import { isPricedOnArrival, type MethodObstacle, obstacleOf, proposedMethod } from './method-choice.ts'
import { StepFrame } from './step-frame.tsx'
import { feePreviewQuery } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { localCurrencyOf } from './transfer-flow.ts'
import { TransferPanel } from './transfer-panel.tsx'
import { usePayer } from './use-payer.ts'

/** To a Jokko balance, so that only the way to pay makes a difference. */
const jokkoMinutes = { min: 0, max: 2 }

const isClosed = (obstacle: MethodObstacle | undefined): boolean =>
  obstacle === 'not_open' || obstacle === 'temp_restriction'

type Compared = {
  readonly method: CashInMethod
  readonly fee: string | undefined
  readonly minutes: { min: number; max: number } | undefined
  readonly obstacle: MethodObstacle | undefined
  readonly isPricedOnArrival: boolean
}

/** Every open way with its cost for this amount, all asked at the same time. */
function useComparison(): readonly Compared[] {
  const user = useUser()
  const payer = usePayer()
  const { state, home, sender } = useTransfer()
  const localCurrency = localCurrencyOf(state.beneficiary)
  const { source } = linkedAmounts(state.amount, localCurrency, state.rate)
  const methods = home.cash_in_methods.map(({ cash_in_method }) => cash_in_method)
  const previews = useQueries({
    queries: methods.map(method => ({
      ...feePreviewQuery(user.id, {
        euro_amount: source === undefined ? '0' : toDecimal(source),
        sending_country_id: sender.countryId,
        receiving_country_id: state.beneficiary?.country_id ?? 0,
        cashin_method_id: method.id,
      }),
      enabled: source !== undefined && method.available,
    })),
  })
  return methods.map((method, place) => {
    const preview = previews[place]?.data
    return {
      method,
      fee: preview?.fee,
      minutes: preview && payinMinutes(preview.figures.delivery, jokkoMinutes),
      obstacle: obstacleOf(method, payer, { source, total: preview?.total }),
      isPricedOnArrival: isPricedOnArrival(method, { localCurrency, isPaidOut: state.payout.isEnabled }),
    }
  })
}

function useObstacleText(): (compared: Compared) => string | undefined {
  const errorText = useErrorText()
  const blanksOf = useLimitBlanks()
  return ({ obstacle, method }) => {
    if (obstacle === undefined) return undefined
    if (obstacle === 'not_open') return undefined
    return errorText(obstacle, blanksOf(method))
  }
}

type LaterProps = { readonly methods: readonly Compared[]; readonly isRestricted: boolean }

/** What cannot be chosen by anyone, or by this person, is told once and not card by card. */
function Later({ methods, isRestricted }: LaterProps) {
  const { t, i18n } = useTranslation(['transfer', 'statuses'])
  const errorText = useErrorText()
  if (methods.length === 0) return null
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const names = list.format(methods.map(({ method }) => t(`payin.${method.name}`, { ns: 'statuses' })))
  return (
    <section>
      <h3 className="method-later__title">{isRestricted ? names : t('method.not_open_title')}</h3>
      <p className="flow-note">
        {isRestricted ? errorText('temp_restriction') : t('method.not_open_text', { names })}
      </p>
    </section>
  )
}

/** Cheapest first as soon as all costs are known would make the cards jump: they stay as the server orders them. */
export function MethodStep() {
  const { t } = useTranslation('transfer')
  const { state, dispatch, home, goTo, goBack } = useTransfer()
  const errorText = useErrorText()
  const obstacleText = useObstacleText()
  const payer = usePayer()
  const comparison = useComparison()
  const format = useAmountFormat()
  const hintOf = ({ method, isPricedOnArrival }: Compared) => {
    if (isPricedOnArrival) return t('method.rate_on_arrival')
    return method.name === 'balance'
      ? t('method.balance_now', { amount: format(payer.balance, 'EUR') })
      : undefined
  }
  const [isChecked, setChecked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const proposed = proposedMethod(
    home.cash_in_methods.map(({ cash_in_method }) => cash_in_method),
    payer,
  )
  const { methodId } = state
  useEffect(() => {
    if (methodId === undefined && proposed !== undefined)
      dispatch({ type: 'method_chosen', methodId: proposed.id })
  }, [methodId, proposed, dispatch])

  const chosen = comparison.find(({ method }) => method.id === methodId)
  const offered = comparison.filter(({ obstacle }) => !isClosed(obstacle))
  const choosable = offered.filter(({ obstacle }) => obstacle === undefined)
  const qualities = qualitiesOf(
    choosable.map(({ method, fee, minutes }) => ({ id: method.id, name: method.name, fee, minutes })),
  )
  const later = comparison.filter(({ obstacle }) => isClosed(obstacle))
  const isReady = chosen !== undefined && chosen.obstacle === undefined
  const error = isChecked && chosen === undefined ? errorText('selectCashIn') : undefined

  const submit = () => {
    setChecked(true)
    if (isReady) goTo('payout')
    else focusFirstError(content.current)
  }
  return (
    <StepFrame stage="payment" aside={<TransferPanel />}>
      <StepHeading>{t('method.heading')}</StepHeading>
      {offered.length === 0 ? (
        <EmptyState title={t('method.none')} />
      ) : (
        <div ref={content}>
          <StepForm onSubmit={submit} onBack={goBack}>
            <Radio.Group
              aria-label={t('method.heading')}
              value={methodId === undefined ? null : String(methodId)}
              onChange={id => dispatch({ type: 'method_chosen', methodId: Number(id) })}
              error={error}
              errorProps={{ role: 'alert' }}
            >
              <div className="methods">
                {offered.map(compared => (
                  <MethodCard
                    key={compared.method.id}
                    {...compared}
                    hint={hintOf(compared)}
                    isDisabled={compared.obstacle !== undefined}
                    obstacle={obstacleText(compared)}
                    isChosen={compared === chosen}
                    qualities={compared.obstacle === undefined ? qualities(compared.method) : []}
                  />
                ))}
              </div>
            </Radio.Group>
            <Later methods={later} isRestricted={payer.isRestricted} />
          </StepForm>
        </div>
      )}
    </StepFrame>
  )
}
