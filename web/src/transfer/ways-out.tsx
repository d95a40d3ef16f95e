// A price that was refused, with what can be done about it in one press.
import type { Proposal } from '@jokko/contract/transfer'
import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { useErrorText } from '../common/error-text.ts'
import type { Refusal } from '../common/refusal.ts'
import { useTransfer } from './transfer-context.ts'
import './ways-out.css'

const routeRefusals: ReadonlySet<string> = new Set([
  'route_floor',
  'route_ceiling',
  'Amount out of range',
  'Amount above maximum range',
  'Amount below minimum range',
  'method_limit_error_min',
  'method_limit_error_max',
])

/** Another way to pay may take this amount. */
const methodRefusals: ReadonlySet<string> = new Set([
  'insufficient',
  'Amount out of range',
  'method_limit_error_min',
  'method_limit_error_max',
])

/** True where this amount cannot go this way; anything else may be better by the next try. */
export const isRouteRefusal = ({ code }: Refusal): boolean => routeRefusals.has(code)

function useTakeAmount() {
  const { dispatch } = useTransfer()
  return ({ amount, currency }: Proposal) => {
    if (amount === null || currency === null) return
    dispatch({ type: 'amount_typed', side: currency === 'EUR' ? 'source' : 'target', text: amount })
  }
}

function WayOut({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('transfer')
  const { goTo } = useTransfer()
  const format = useAmountFormat()
  const take = useTakeAmount()
  const { kind, amount, currency, parts } = proposal
  if (kind === 'other_route') {
    return (
      <Button variant="default" onClick={() => goTo('payout')}>
        {t('ways_out.other_route')}
      </Button>
    )
  }
  if (amount === null || currency === null) return null
  const shown = format(amount, currency)
  return (
    <Button variant={kind === 'split' ? 'default' : 'filled'} onClick={() => take(proposal)}>
      {kind === 'split'
        ? t('ways_out.split', { count: parts ?? 1, amount: shown })
        : t(`ways_out.${kind}`, { amount: shown })}
    </Button>
  )
}

/** The sentence with its bound, which the proposal carries. */
function useRefusalText(): (refusal: Refusal) => string {
  const errorText = useErrorText()
  const format = useAmountFormat()
  return ({ code, say, proposals }) => {
    const bound = proposals.find(({ kind }) => kind === 'lower' || kind === 'raise')
    if ((code !== 'route_floor' && code !== 'route_ceiling') || !bound?.amount || !bound.currency)
      return say()
    const shown = format(bound.amount, bound.currency)
    return errorText(code, { min: shown, max: shown })
  }
}

type WaysOutProps = {
  readonly refusal: Refusal
  /** Where the other ways of receiving are already on the screen. */
  readonly isOnPayout?: boolean
}

export function WaysOut({ refusal, isOnPayout = false }: WaysOutProps) {
  const { t } = useTranslation('transfer')
  const { goTo } = useTransfer()
  const textOf = useRefusalText()
  const { code } = refusal
  const proposals = refusal.proposals.filter(({ kind }) => !(isOnPayout && kind === 'other_route'))
  const title =
    code === 'route_floor'
      ? t('ways_out.title_floor')
      : code === 'route_ceiling'
        ? t('ways_out.title_ceiling')
        : undefined
  return (
    <Alert color="amber" role="alert" title={title}>
      <p className="ways-out__text">{textOf(refusal)}</p>
      <div className="ways-out__actions">
        {proposals.map(proposal => (
          <WayOut key={`${proposal.kind}${proposal.amount ?? ''}`} proposal={proposal} />
        ))}
        {methodRefusals.has(code) && (
          <Button variant="default" onClick={() => goTo('method')}>
            {t('ways_out.other_method')}
          </Button>
        )}
        {code !== 'Amount out of range' && (isRouteRefusal(refusal) || code === 'insufficient') && (
          <Button variant="default" onClick={() => goTo('amount')}>
            {t('ways_out.other_amount')}
          </Button>
        )}
      </div>
    </Alert>
  )
}
