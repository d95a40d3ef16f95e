// Everything that is known about an operation, in groups, and the operations that belong to it.
import type { OperationDetail } from '@jokko/contract/history'
import { CopyField } from '@jokko/ui/copy-field'
import { Flag } from '@jokko/ui/flag'
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { currencyLabel, formatRate, useAmountFormat } from '../common/amount.tsx'
import { useCountryName } from '../common/country-name.ts'
import { formatSecond } from '../common/date.ts'
import { type Fact, type FactValue, factsOf } from './operation-facts.ts'
import { PrivateValue } from './private-value.tsx'
import { zoneName } from './zone-name.ts'
import './details-panel.css'

type PlainValue = Exclude<FactValue, { is: 'private' } | { is: 'copy' }>

function PlainFact({ value }: { value: PlainValue }) {
  const { t, i18n } = useTranslation(['history', 'statuses'])
  const format = useAmountFormat()
  const countryName = useCountryName()
  switch (value.is) {
    case 'text':
      return value.text
    case 'amount':
      return <span className="tabular unbroken">{format(value.amount, value.currency)}</span>
    case 'rate':
      return (
        <span className="tabular unbroken">
          {t('rate', {
            rate: formatRate(value.rate, i18n.language),
            currency: currencyLabel(value.currency),
          })}
        </span>
      )
    case 'date':
      return (
        <time className="tabular" dateTime={value.iso}>
          {formatSecond(value.iso, i18n.language)}{' '}
          <span className="facts__zone">{zoneName(value.iso, i18n.language)}</span>
        </time>
      )
    case 'country':
      return (
        <span className="facts__country">
          <Flag country={value.iso} />
          {countryName(value.iso)}
        </span>
      )
    case 'pay_in':
      return t(`payin.${value.method}`, { ns: 'statuses' })
    case 'payout':
      return t(`payout.${value.kind}`, { ns: 'statuses' })
  }
}

function FactRow({ fact, dialCode }: { fact: Fact; dialCode: number | null }) {
  const { t } = useTranslation('history')
  const label = t(`fact.${fact.key}`)
  const { value } = fact
  return (
    <div className="facts__row" data-strong={(value.is === 'amount' && value.strong) || undefined}>
      <dt>{label}</dt>
      <dd>
        {value.is === 'private' ? (
          <PrivateValue label={label} text={value.text} shape={value.shape} dialCode={dialCode} />
        ) : (
          value.is !== 'copy' && <PlainFact value={value} />
        )}
      </dd>
    </div>
  )
}

/** The reference is what one quotes elsewhere: it has its copy button above the list. */
function FactList({ facts, dialCode }: { facts: readonly Fact[]; dialCode: number | null }) {
  const { t } = useTranslation('history')
  const isCopied = (fact: Fact) => fact.value.is === 'copy'
  return (
    <>
      {facts.map(
        fact =>
          fact.value.is === 'copy' && (
            <CopyField
              key={fact.key}
              label={t(`fact.${fact.key}`)}
              value={fact.value.text}
              copyLabel={t('copy', { ns: 'common' })}
              copiedLabel={t('copied', { ns: 'common' })}
            />
          ),
      )}
      <dl className="facts__list">
        {facts
          .filter(fact => !isCopied(fact))
          .map(fact => (
            <FactRow key={fact.key} fact={fact} dialCode={dialCode} />
          ))}
      </dl>
    </>
  )
}

function Linked({ operations }: { operations: OperationDetail['linked'] }) {
  const { t } = useTranslation(['history', 'statuses'])
  const { openOperation } = useOverlays()
  const format = useAmountFormat()
  return (
    <section aria-labelledby="linked-operations">
      <h4 className="operation__subtitle" id="linked-operations">
        {t('linked.title')}
      </h4>
      <ul className="facts__linked">
        {operations.map(operation => {
          const type = t(`type.${operation.operation_type}`, { ns: 'statuses' })
          return (
            <li key={operation.id}>
              <UnstyledButton className="facts__link" onClick={() => void openOperation(operation.id)}>
                <span className="facts__link-type">{type}</span>
                <span className="facts__link-status">
                  {t(`status.${operation.status}`, { ns: 'statuses' })}
                </span>
                <span className="tabular unbroken">{format(operation.amount, 'EUR')}</span>
                <IconChevronRight size={18} aria-hidden />
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function DetailsPanel({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('history')
  return (
    <div className="facts">
      {factsOf(operation).map(group => (
        <section key={group.key} aria-labelledby={`facts-${group.key}`}>
          <h4 className="operation__subtitle" id={`facts-${group.key}`}>
            {t(`facts.${group.key}`)}
          </h4>
          <FactList facts={group.facts} dialCode={operation.country_code} />
        </section>
      ))}
      {operation.linked.length > 0 && <Linked operations={operation.linked} />}
    </div>
  )
}
