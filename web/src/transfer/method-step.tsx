// Step "method": the ways to pay, compared by cost, time and ceiling.
import type { CashInMethod, PayinMethod } from '@jokko/contract/reference'
import { fromDecimal, isZero, toDecimal } from '@jokko/core/money'
import { EmptyState } from '@jokko/ui/empty-state'
import { Radio } from '@mantine/core'
import { IconBolt, IconBuildingBank, IconCreditCard, IconDeviceMobile, IconWallet } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { useAmountFormat } from '../common/amount.tsx'
import { payinMinutes, useDurationLabel } from './durations.ts'
import { useErrorText } from './error-text.ts'
import {
  type MethodObstacle,
  obstacleOf,
  proposedMethod,
  type Quality,
  qualitiesOf,
} from './method-choice.ts'
import { focusFirstError, StepForm, StepFrame, StepHeading } from './step-frame.tsx'
import { feePreviewQuery } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { localCurrencyOf } from './transfer-flow.ts'
import { linkedAmounts } from './transfer-money.ts'
import { TransferPanel } from './transfer-panel.tsx'
import { usePayer } from './use-payer.ts'
import './radio-cards.css'
import './method-step.css'

const icons: Record<PayinMethod, typeof IconWallet> = {
  bank_transfer: IconBuildingBank,
  balance: IconWallet,
  direct_debit: IconBuildingBank,
  instant_bank_transfer: IconBolt,
  card: IconCreditCard,
  mobile_money: IconDeviceMobile,
}

/** To a Jokko balance, so that only the way to pay makes a difference. */
const jokkoMinutes = { min: 0, max: 2 }

const isClosed = (obstacle: MethodObstacle | undefined): boolean =>
  obstacle === 'not_open' || obstacle === 'temp_restriction'

type Compared = {
  readonly method: CashInMethod
  readonly fee: string | undefined
  readonly minutes: { min: number; max: number } | undefined
  readonly obstacle: MethodObstacle | undefined
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
      obstacle: obstacleOf(method, payer, {
        source,
        total: preview?.total,
        localCurrency,
        isPaidOut: state.payout.isEnabled,
      }),
    }
  })
}

function useObstacleText(): (compared: Compared) => string | undefined {
  const { t } = useTranslation('transfer')
  const errorText = useErrorText()
  const format = useAmountFormat()
  return ({ obstacle, method }) => {
    if (obstacle === undefined) return undefined
    if (obstacle === 'not_open') return undefined
    if (obstacle === 'guinea') return t('method.guinea')
    return errorText(obstacle, { max: format(method.max_amount, 'EUR') })
  }
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <span className="method__fact">
      <span className="method__label">{label} </span>
      <span className="tabular unbroken">{children}</span>
    </span>
  )
}

function Facts({ compared }: { compared: Compared }) {
  const { t } = useTranslation('transfer')
  const format = useAmountFormat()
  const duration = useDurationLabel()
  const { method, fee, minutes } = compared
  const cost = fee === undefined ? undefined : fromDecimal(fee, 'EUR')
  const shown = cost === undefined ? '…' : isZero(cost) ? t('method.free') : format(toDecimal(cost), 'EUR')
  return (
    <span className="method__facts">
      <Fact label={t('method.cost')}>{shown}</Fact>
      <Fact label={t('method.time')}>{minutes === undefined ? '…' : duration(minutes)}</Fact>
      <Fact label={t('method.ceiling')}>{format(method.max_amount, 'EUR')}</Fact>
    </span>
  )
}

type MethodCardProps = {
  readonly compared: Compared
  /** Why it cannot be chosen. */
  readonly text: string | undefined
  readonly isChosen: boolean
  readonly qualities: readonly Quality[]
}

function MethodCard({ compared, text, isChosen, qualities }: MethodCardProps) {
  const { t } = useTranslation(['transfer', 'statuses'])
  const format = useAmountFormat()
  const { balance } = usePayer()
  const { method, obstacle } = compared
  const Icon = icons[method.name]
  return (
    <Radio.Card className="method" value={String(method.id)} disabled={obstacle !== undefined}>
      <Radio.Indicator className="method__mark" disabled={obstacle !== undefined} />
      <span className="method__body">
        <span className="method__head">
          <Icon size={22} stroke={1.75} aria-hidden />
          <span className="method__name">{t(`payin.${method.name}`, { ns: 'statuses' })}</span>
          {qualities.map(quality => (
            <span className="method__quality" key={quality}>
              {t(`payin_quality.${quality}`, { ns: 'statuses' })}
            </span>
          ))}
        </span>
        <span className="method__hint">
          {method.name === 'balance'
            ? t('method.balance_now', { amount: format(balance, 'EUR') })
            : t(`payin_hint.${method.name}`, { ns: 'statuses' })}
        </span>
        {text !== undefined && (
          <span
            className="method__obstacle"
            {...(isChosen ? { 'data-step-error': true, tabIndex: -1, role: 'alert' } : {})}
          >
            {text}
          </span>
        )}
        {obstacle === undefined && <Facts compared={compared} />}
      </span>
    </Radio.Card>
  )
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
    <section className="method-later">
      <h3 className="method-later__title">{isRestricted ? names : t('method.not_open_title')}</h3>
      <p className="transfer-note">
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
              size="md"
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
                    compared={compared}
                    text={obstacleText(compared)}
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
