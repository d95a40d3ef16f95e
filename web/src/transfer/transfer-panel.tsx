// The panel beside the steps: to whom, how much, how, and what it costs so far.
import { toDecimal } from '@jokko/core/money'
import { Flag } from '@jokko/ui/flag'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountFormat } from '../common/amount.tsx'
import { Avatar } from '../common/avatar.tsx'
import { linkedAmounts } from '../common/linked-amounts.ts'
import { phoneText } from '../common/phone-text.ts'
import { SummaryPanel } from '../common/summary-panel.tsx'
import { FeeLines } from './fee-lines.tsx'
import type { LikelyRoute } from './payout-choice.ts'
import { useTransfer } from './transfer-context.ts'
import { localCurrencyOf } from './transfer-flow.ts'
import { beneficiaryName } from './transfer-state.ts'
import { useFeePreview } from './use-fee-preview.ts'
import './transfer-panel.css'

function Recipient() {
  const { t } = useTranslation('transfer')
  const { state, goTo } = useTransfer()
  const { beneficiary } = state
  if (beneficiary === undefined) return null
  const phone = phoneText(beneficiary.full_phone_number, beneficiary.country_code)
  const name = beneficiaryName(beneficiary)
  return (
    <div className="panel__recipient">
      <Avatar name={name} size={40} isBusiness={!beneficiary.is_individual} />
      <div className="panel__who">
        <p className="panel__name">{name}</p>
        <p className="panel__phone tabular">
          <Flag country={beneficiary.country} size={16} />
          {phone}
        </p>
      </div>
      <Anchor component="button" type="button" size="sm" onClick={() => goTo('beneficiary')}>
        {t('change')}
        <span className="visually-hidden"> {t('steps.beneficiary')}</span>
      </Anchor>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function SoFar() {
  const { t } = useTranslation('transfer')
  const { state } = useTransfer()
  const format = useAmountFormat()
  const { source, target } = linkedAmounts(state.amount, localCurrencyOf(state.beneficiary), state.rate)
  if (source === undefined) return null
  return (
    <dl className="fee-lines">
      <Row label={t('panel.amount')}>{format(toDecimal(source), 'EUR')}</Row>
      {target !== undefined && (
        <Row label={t('panel.received')}>{format(toDecimal(target), target.currency)}</Row>
      )}
    </dl>
  )
}

function Priced({ route }: { route: LikelyRoute }) {
  const { t } = useTranslation('transfer')
  const format = useAmountFormat()
  const { figures, isComputing } = useFeePreview(route)
  if (figures === undefined) {
    return (
      <>
        <SoFar />
        {isComputing && <p className="flow-note">{t('panel.computing')}</p>}
      </>
    )
  }
  const { payable_target: received } = figures
  return (
    <>
      <p className="panel__received">
        {t('panel.received')}
        <strong className="tabular">{format(received.amount, received.currency)}</strong>
      </p>
      <FeeLines figures={figures} />
      <p className="flow-note">{t('panel.estimate')}</p>
    </>
  )
}

/** With a route the panel knows the price; without one it says what is known so far, where there is room for it. */
export function TransferPanel({ route }: { route?: LikelyRoute | undefined }) {
  const { t } = useTranslation('transfer')
  return (
    <SummaryPanel title={t('panel.title')} isForWide={route === undefined}>
      <Recipient />
      {route === undefined ? <SoFar /> : <Priced route={route} />}
    </SummaryPanel>
  )
}
