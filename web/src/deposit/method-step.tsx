// Second half of the first step: the ways to pay for the deposit, compared by cost, time and ceiling.
import type { CashInMethod } from '@jokko/contract/reference'
import { EmptyState } from '@jokko/ui/empty-state'
import { NativeSelect, Radio } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../app/session.tsx'
import { useCountryName } from '../common/country-name.ts'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepForm, StepHeading } from '../common/flow-step.tsx'
import { MethodCard } from '../common/method-card.tsx'
import { isLimit, useLimitBlanks } from '../common/method-limits.ts'
import { qualitiesOf } from '../common/method-qualities.ts'
import { useDeposit } from './deposit-context.ts'
import { depositMethods, type MethodObstacle, needsWallet, obstacleOf, principalOf } from './deposit-flow.ts'
import { DepositFrame } from './deposit-frame.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { useFees } from './use-fees.ts'

type Compared = {
  readonly method: CashInMethod
  readonly fee: string | undefined
  readonly minutes: { readonly min: number; readonly max: number } | undefined
  readonly obstacle: MethodObstacle | undefined
}

/** The cheapest and the fastest of those that can be chosen. */
function qualitiesAmong(offered: readonly Compared[]) {
  const choosable = offered.filter(({ obstacle }) => obstacle === undefined)
  const qualities = qualitiesOf(
    choosable.map(({ method, fee, minutes }) => ({ id: method.id, name: method.name, fee, minutes })),
  )
  return ({ method, obstacle }: Compared) => (obstacle === undefined ? qualities(method) : [])
}

function useComparison(): readonly Compared[] {
  const { state, home } = useDeposit()
  const user = useUser()
  const amount = principalOf(state)
  const methods = depositMethods(home)
  const fees = useFees()
  return methods.map((method, place) => ({
    method,
    fee: fees[place]?.fee,
    minutes: fees[place]?.figures.delivery,
    obstacle: obstacleOf(method, user.activation_level === 'YELLOW', amount),
  }))
}

const isClosed = ({ obstacle }: Compared): boolean =>
  obstacle === 'not_open' || obstacle === 'temp_restriction'

/** What cannot be chosen by anyone, or by this person, is told once and not card by card. */
function Later({ methods }: { methods: readonly Compared[] }) {
  const { t, i18n } = useTranslation(['deposit', 'statuses'])
  const errorText = useErrorText()
  if (methods.length === 0) return null
  const isRestricted = methods.some(({ obstacle }) => obstacle === 'temp_restriction')
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const names = list.format(methods.map(({ method }) => t(`payin.${method.name}`, { ns: 'statuses' })))
  return (
    <p className="flow-note">
      {isRestricted && `${errorText('temp_restriction')} `}
      {t(isRestricted ? 'method.restricted' : 'method.not_open', { names })}
    </p>
  )
}

function WalletCountry({ error }: { error: string | undefined }) {
  const { t } = useTranslation('deposit')
  const { state, dispatch, home } = useDeposit()
  const countryName = useCountryName()
  const countries = home.receiving_countries.map(({ receiving_country: { id, code } }) => ({
    value: String(id),
    label: countryName(code),
  }))
  return (
    <NativeSelect
      className="deposit-wallet"
      label={t('method.wallet')}
      description={t('method.wallet_hint')}
      value={String(state.walletCountryId ?? '')}
      error={error}
      onChange={event => {
        const { value } = event.currentTarget
        dispatch({ type: 'wallet_chosen', countryId: value === '' ? undefined : Number(value) })
      }}
      data={[{ value: '', label: t('method.wallet_choose') }, ...countries]}
    />
  )
}

/** The first one that can be chosen is proposed. */
function useProposal(comparison: readonly Compared[]): void {
  const { state, dispatch } = useDeposit()
  const proposed = comparison.find(({ obstacle }) => obstacle === undefined)?.method.id
  const { methodId } = state
  useEffect(() => {
    if (methodId === undefined && proposed !== undefined)
      dispatch({ type: 'method_chosen', methodId: proposed })
  }, [methodId, proposed, dispatch])
}

export function MethodStep() {
  const { t } = useTranslation('deposit')
  const { state, dispatch, home, goTo, goBack } = useDeposit()
  const errorText = useErrorText()
  const blanksOf = useLimitBlanks()
  const comparison = useComparison()
  useProposal(comparison)
  const [isChecked, setChecked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const offered = comparison.filter(one => !isClosed(one))
  const chosen = offered.find(({ method }) => method.id === state.methodId)
  const qualities = qualitiesAmong(offered)
  const asksWallet = needsWallet(chosen?.method, home)
  const isWalletMissing = asksWallet && state.walletCountryId === undefined
  const isReady = chosen?.obstacle === undefined && chosen !== undefined && !isWalletMissing

  const submit = () => {
    setChecked(true)
    if (isReady) goTo('payment')
    else focusFirstError(content.current)
  }
  return (
    <DepositFrame
      stage="Amount"
      isByBank={chosen === undefined || chosen.method.name === 'bank_transfer'}
      aside={<DepositPanel />}
    >
      <StepHeading>{t('method.heading')}</StepHeading>
      {offered.length === 0 ? (
        <EmptyState title={t('amount.none')} />
      ) : (
        <div ref={content}>
          <StepForm onSubmit={submit} onBack={goBack}>
            <Radio.Group
              aria-label={t('method.heading')}
              value={chosen === undefined ? null : String(chosen.method.id)}
              onChange={id => dispatch({ type: 'method_chosen', methodId: Number(id) })}
              error={isChecked && chosen === undefined ? errorText('Please_select_cashin_Method') : undefined}
              errorProps={{ role: 'alert' }}
            >
              <div className="methods">
                {offered.map(compared => (
                  <MethodCard
                    key={compared.method.id}
                    {...compared}
                    isDisabled={compared.obstacle !== undefined}
                    obstacle={
                      isLimit(compared.obstacle)
                        ? errorText(compared.obstacle, blanksOf(compared.method))
                        : undefined
                    }
                    isChosen={compared === chosen}
                    qualities={qualities(compared)}
                  />
                ))}
              </div>
            </Radio.Group>
            {asksWallet && (
              <WalletCountry error={isChecked && isWalletMissing ? t('method.wallet_choose') : undefined} />
            )}
            <Later methods={comparison.filter(isClosed)} />
          </StepForm>
        </div>
      )}
    </DepositFrame>
  )
}
