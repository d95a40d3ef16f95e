// Second step: the ways to pay, each at its price for this payer, the summary, and the one button that pays.
import type { RequestedPayment, WayToPay } from '@jokko/contract/payment-request'
import { compare, fromDecimal } from '@jokko/core/money'
import { eurCfa, rateToText } from '@jokko/core/rates'
import { EmptyState } from '@jokko/ui/empty-state'
import { Alert, Button, NativeSelect, Radio } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatRate, useAmountFormat } from '../common/amount.tsx'
import { useCountryName } from '../common/country-name.ts'
import { useErrorText } from '../common/error-text.ts'
import { focusFirstError, StepHeading } from '../common/flow-step.tsx'
import { MethodCard } from '../common/method-card.tsx'
import { qualitiesOf } from '../common/method-qualities.ts'
import { MoneyButton } from '../common/money-button.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { SummaryPanel } from '../common/summary-panel.tsx'
import { payRequest, requestedQuery } from './payment-request-api.ts'
import { hasFailedBefore } from './request-flow.ts'
import { Figure, RequestFrame } from './request-frame.tsx'
import { useTakeWayOnce } from './use-take-way-once.ts'

const route = getRouteApi('/payment/$id')

type Wallet = { readonly id: number | undefined; readonly choose: (id: number | undefined) => void }

const isCovered = ({ request }: RequestedPayment, way: WayToPay): boolean => {
  if (way.name !== 'balance') return true
  const [balance, total] = [request.balance, way.total_to_pay].map(text =>
    text === null ? undefined : fromDecimal(text, 'EUR'),
  )
  return balance !== undefined && total !== undefined && compare(balance, total) >= 0
}

function Summary({ requested, way }: { requested: RequestedPayment; way: WayToPay | undefined }) {
  const { t, i18n } = useTranslation(['payment-request', 'statuses'])
  const format = useAmountFormat()
  const { transfer, request } = requested
  return (
    <SummaryPanel title={t('panel.title')}>
      <dl className="fee-lines">
        {request.balance !== null && (
          <Figure label={t('panel.balance')}>{format(request.balance, 'EUR')}</Figure>
        )}
        <Figure label={t('panel.reason')} isText>
          {transfer.reason}
        </Figure>
        <Figure label={t('panel.amount')}>{format(transfer.amount_without_fee, 'EUR')}</Figure>
        <Figure label={t('panel.local')}>≈&nbsp;{format(transfer.local_amount_without_fee, 'XOF')}</Figure>
        <Figure label={t('panel.rate')}>
          {`1\u00a0€ = ${formatRate(rateToText(eurCfa), i18n.language)}\u00a0CFA`}
        </Figure>
        {way !== undefined && (
          <Figure label={t('panel.mode')}>{t(`payin.${way.name}`, { ns: 'statuses' })}</Figure>
        )}
        {way?.fee && <Figure label={t('panel.fee')}>{format(way.fee, 'EUR')}</Figure>}
        {way?.total_to_pay && (
          <Figure label={t('panel.total')} isTotal>
            {format(way.total_to_pay, 'EUR')}
          </Figure>
        )}
      </dl>
    </SummaryPanel>
  )
}

function WalletCountry({ way, wallet, error }: { way: WayToPay; wallet: Wallet; error: string | undefined }) {
  const { t } = useTranslation('payment-request')
  const countryName = useCountryName()
  return (
    <NativeSelect
      label={t('method.wallet')}
      description={t('method.wallet_hint')}
      value={String(wallet.id ?? '')}
      error={error}
      onChange={({ currentTarget: { value } }) => wallet.choose(value === '' ? undefined : Number(value))}
      data={[
        { value: '', label: t('method.wallet_choose') },
        ...way.wallet_countries.map(({ id, code }) => ({ value: String(id), label: countryName(code) })),
      ]}
    />
  )
}

type WaysProps = {
  readonly requested: RequestedPayment
  readonly chosen: WayToPay | undefined
  readonly onChoose: (id: number) => void
  readonly error: string | undefined
}

/** Why this payer cannot pay at all: the same for every way, so it is said once, in their place. */
const obstacleOfPayer = (ways: readonly WayToPay[]): string | undefined =>
  ways.find(({ obstacle }) => obstacle?.code === 'account_inactive')?.obstacle?.message

function Ways({ requested, chosen, onChoose, error }: WaysProps) {
  const { t } = useTranslation('payment-request')
  const format = useAmountFormat()
  const { ways } = requested.request
  const qualities = qualitiesOf(
    ways.flatMap(({ cashin_method_id: id, name, fee, delivery, obstacle }) =>
      obstacle === null ? [{ id, name, fee: fee ?? undefined, minutes: delivery ?? undefined }] : [],
    ),
  )
  // What is asked for cannot be made smaller by its payer, as the same refusals propose elsewhere.
  const obstacleOf = (way: WayToPay) => {
    if (way.obstacle?.code === 'method_limit_error_max')
      return t('method.ceiling', { max: format(way.max_amount, 'EUR') })
    return way.obstacle?.message ?? (isCovered(requested, way) ? undefined : t('method.insufficient'))
  }
  return (
    <Radio.Group
      aria-label={t('method.heading')}
      value={chosen === undefined ? null : String(chosen.cashin_method_id)}
      onChange={id => onChoose(Number(id))}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className="methods">
        {ways.map(way => (
          <MethodCard
            key={way.cashin_method_id}
            method={{ id: way.cashin_method_id, name: way.name, max_amount: way.max_amount }}
            fee={way.fee ?? undefined}
            minutes={way.delivery ?? undefined}
            isDisabled={way.obstacle !== null}
            obstacle={obstacleOf(way)}
            isChosen={way === chosen}
            qualities={way.obstacle === null ? qualities({ id: way.cashin_method_id, name: way.name }) : []}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

function usePaying(requested: RequestedPayment, way: WayToPay | undefined, walletId: number | undefined) {
  const navigate = route.useNavigate()
  const takeWay = useTakeWayOnce()
  return useMoneyCommand({
    send: key =>
      payRequest(
        requested.id,
        {
          cashin_method_id: way?.cashin_method_id ?? 0,
          amount_without_fees_in_euro: requested.transfer.amount_without_fee,
          ...(way?.total_to_pay && { total_to_pay: way.total_to_pay }),
          ...(walletId !== undefined && { wallet_country_id: walletId }),
        },
        key,
      ),
    answers: requestedQuery(requested.id).queryKey,
    onDone: paid => {
      if (paid.payment !== null && takeWay(paid.payment)) return
      void navigate({ search: ({ status }) => ({ ...(status && { status }) }), replace: true })
    },
  })
}

/** The one that can be chosen by this payer, the balance first where it covers the total. */
const proposed = (requested: RequestedPayment): WayToPay | undefined => {
  const open = requested.request.ways.filter(way => way.obstacle === null && isCovered(requested, way))
  return open.find(({ name }) => name === 'balance') ?? open[0]
}

export function MethodStep({ requested }: { requested: RequestedPayment }) {
  const { t } = useTranslation(['payment-request', 'flow'])
  const format = useAmountFormat()
  const errorText = useErrorText()
  const navigate = route.useNavigate()
  const { method: methodId = proposed(requested)?.cashin_method_id } = route.useSearch()
  const choose = (method: number) =>
    void navigate({ search: previous => ({ ...previous, method }), replace: true, resetScroll: false })
  const [walletId, setWalletId] = useState<number>()
  const [isChecked, setChecked] = useState(false)
  const content = useRef<HTMLFormElement>(null)
  const { ways } = requested.request
  const closed = obstacleOfPayer(ways)
  const isOpen = ways.length > 0 && closed === undefined
  const way = ways.find(one => one.cashin_method_id === methodId && one.obstacle === null)
  const asksWallet = way !== undefined && way.wallet_countries.length > 0
  const command = usePaying(requested, way, asksWallet ? walletId : undefined)
  const isReady = way !== undefined && isCovered(requested, way) && (!asksWallet || walletId !== undefined)
  const run = () => {
    setChecked(true)
    // After a lost answer, what is asked about was ready when it was pressed.
    if (isReady || command.isUnknown) command.run()
    else focusFirstError(content.current)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <RequestFrame stage="amount" aside={<Summary requested={requested} way={way} />}>
      <StepHeading>{t('method.heading')}</StepHeading>
      {hasFailedBefore(requested) && (
        <Alert color="amber" role="status" mb="md">
          {t('method.failed_before')}
        </Alert>
      )}
      <form ref={content} className="flow-form" onSubmit={submit} noValidate>
        <fieldset className="flow-fields" disabled={command.isUnknown}>
          {ways.length === 0 && <EmptyState title={t('method.none')} />}
          {closed !== undefined && (
            <Alert color="amber" role="status">
              {closed}
            </Alert>
          )}
          {isOpen && (
            <Ways
              requested={requested}
              chosen={way}
              onChoose={choose}
              error={isChecked && way === undefined ? errorText('selectCashIn') : undefined}
            />
          )}
          {asksWallet && (
            <WalletCountry
              way={way}
              wallet={{ id: walletId, choose: setWalletId }}
              error={isChecked && walletId === undefined ? t('method.wallet_choose') : undefined}
            />
          )}
        </fieldset>
        {way !== undefined && way.name !== 'balance' && way.name !== 'bank_transfer' && (
          <p className="flow-note">
            {t(way.name === 'mobile_money' ? 'method.by_phone' : 'method.by_company')}
          </p>
        )}
        {isOpen && (
          <MoneyButton
            command={{ ...command, run }}
            label={
              way?.name === 'bank_transfer'
                ? t('method.order')
                : t('method.pay', {
                    amount: format(way?.total_to_pay ?? requested.transfer.amount_without_fee, 'EUR'),
                  })
            }
          />
        )}
        <Button
          className="flow-back"
          variant="default"
          disabled={command.isBusy}
          onClick={() => void navigate({ search: ({ step: _step, ...rest }) => rest })}
        >
          {t('back', { ns: 'flow' })}
        </Button>
      </form>
    </RequestFrame>
  )
}
