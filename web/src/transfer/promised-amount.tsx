// The promise of a transfer: the exact amount that arrives, and why it differs from the plain conversion if it does.
import type { Quote } from '@jokko/contract/transfer'
import { compare, fromDecimal } from '@jokko/core/money'
import { AmountText } from '@jokko/ui/amount-text'
import { useTranslation } from 'react-i18next'
import { currencyLabel, eurosInCfa, formatRate, useAmountFormat } from '../common/amount.tsx'
import { linkedAmounts } from '../common/linked-amounts.ts'
import { useTransfer } from './transfer-context.ts'
import { localCurrencyOf } from './transfer-flow.ts'
import { beneficiaryName, type ReadyPayout } from './transfer-state.ts'

/** Whoever pays only round amounts, by name where the reader knows it. */
const payerOf = ({ kind, name }: ReadyPayout): string | undefined =>
  kind === 'mobile_money' || kind === 'mfi' ? name : undefined

/** No bank has a part in them. */
const isByPartner = ({ kind }: ReadyPayout): boolean => kind === 'wallet' || kind === 'delivery'

function Snapped({ quote, payout }: { quote: Quote; payout: ReadyPayout }) {
  const { t, i18n } = useTranslation('transfer')
  const format = useAmountFormat()
  const { snapped_from: exact, step, payable_target } = quote
  if (exact === null) return null
  const { currency } = payable_target
  // A part of a franc says nothing to anyone, unless it is all that was rounded away.
  const whole = exact.split('.')[0] ?? exact
  const shown = formatRate(step === '1' || whole === payable_target.amount ? exact : whole, i18n.language)
  return (
    <p className="promised__snapped">
      {step === '1'
        ? t('summary.snapped_unit', { exact: `${shown}\u00a0${currencyLabel(currency)}` })
        : t('summary.snapped', {
            step: format(step, currency),
            payer: payerOf(payout) ?? t(isByPartner(payout) ? 'summary.our_partner' : 'summary.this_bank'),
            exact: shown,
          })}
    </p>
  )
}

/** For a floating rate rounded down, only what arrives is charged. */
function LessCharged({ quote }: { quote: Quote }) {
  const { t } = useTranslation('transfer')
  const { state } = useTransfer()
  const format = useAmountFormat()
  const { source: typed } = linkedAmounts(state.amount, quote.payable_target.currency, state.rate)
  const charged = fromDecimal(quote.source.amount, 'EUR')
  if (quote.fix !== 'source' || typed === undefined || charged === undefined) return null
  if (compare(charged, typed) >= 0) return null
  return (
    <p className="flow-note">
      {t('summary.less_charged', {
        euros: format(quote.source.amount, 'EUR'),
        local: format(quote.payable_target.amount, quote.payable_target.currency),
      })}
    </p>
  )
}

export function PromisedAmount({ quote, payout }: { quote: Quote; payout: ReadyPayout }) {
  const { t } = useTranslation('transfer')
  const { beneficiary } = useTransfer().state
  const format = useAmountFormat()
  const { amount, currency } = quote.payable_target
  // Euros on a Jokko balance are worth so many francs to the one who gets them.
  const localCurrency = localCurrencyOf(beneficiary)
  const francs = currency === 'EUR' && localCurrency !== 'GNF' ? eurosInCfa(amount) : undefined
  const inFrancs = francs === undefined ? undefined : `≈\u00a0${format(francs, localCurrency)}`
  const name = beneficiary === undefined ? '' : beneficiaryName(beneficiary)
  return (
    <div className="promised">
      <p className="promised__who">
        {t(quote.on_arrival ? 'summary.promise_today' : 'summary.promise', { name })}
      </p>
      <AmountText main={format(amount, currency)} second={inFrancs} size="display" />
      <Snapped quote={quote} payout={payout} />
      <LessCharged quote={quote} />
    </div>
  )
}
