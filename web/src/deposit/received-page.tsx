// /dashboard/received/{id}: a bank transfer has arrived on the balance. Reached from its mail and from its notice.
import type { OperationDetail } from '@jokko/contract/history'
import { AmountText } from '@jokko/ui/amount-text'
import { EmptyState } from '@jokko/ui/empty-state'
import { FigureSkeleton } from '@jokko/ui/skeletons'
import { Alert, Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { configQuery } from '../app/config.ts'
import { usePageTitle } from '../app/page-title.ts'
import { useUser } from '../app/session.tsx'
import { eurosInCfa, useAmountFormat } from '../common/amount.tsx'
import { phoneText } from '../common/phone-text.ts'
import { problemText } from '../common/problem-text.ts'
import { operationQuery } from './deposit-api.ts'
import './received-page.css'

const route = getRouteApi('/dashboard/received/$id')

function Account() {
  const { t } = useTranslation('deposit')
  const user = useUser()
  const { full_phone_number: phone, country_code } = user
  return (
    <section aria-labelledby="received-account">
      <h2 className="section-title" id="received-account">
        {t('received.account')}
      </h2>
      <dl className="received__facts">
        {phone !== null && (
          <>
            <dt>{t('received.phone')}</dt>
            <dd className="tabular">{phoneText(phone, country_code)}</dd>
          </>
        )}
        <dt>{t('received.email')}</dt>
        <dd>{user.email}</dd>
      </dl>
    </section>
  )
}

/** The help centre's pages, as far as this installation has them. */
function Help() {
  const { t } = useTranslation(['deposit', 'common'])
  const { data } = useQuery(configQuery)
  const pages = [
    { name: 'access', address: data?.links.help_access },
    { name: 'withdraw_mobile', address: data?.links.help_withdraw_mobile },
    { name: 'withdraw_bank', address: data?.links.help_withdraw_bank },
  ] as const
  const known = pages.filter(({ address }) => address)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="received-help">
      <h2 className="section-title" id="received-help">
        {t('received.help')}
      </h2>
      <ul className="received__list">
        {known.map(({ name, address }) => (
          <li key={name}>
            <Anchor href={address ?? ''} target="_blank" rel="noreferrer">
              {t(`received.${name}`)}{' '}
              <span className="visually-hidden">{t('new_window', { ns: 'common' })}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Arrived({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation(['deposit', 'flow'])
  const format = useAmountFormat()
  const amount = format(operation.amount_without_fee, 'EUR')
  const isHere = operation.status === 'deposit_completed'
  return (
    <>
      <h1 className="page-title">{t(isHere ? 'received.heading' : 'received.not_yet')}</h1>
      <div className="card received">
        {isHere && (
          <AmountText
            main={amount}
            second={`≈\u00a0${format(eurosInCfa(operation.amount_without_fee) ?? '0', 'XOF')}`}
            size="display"
          />
        )}
        <p>{isHere ? t('received.text', { amount }) : t('received.not_yet_text')}</p>
        <Account />
        <Help />
        <div className="received__buttons">
          <Button renderRoot={props => <Link {...props} to="/dashboard/home" />}>
            {t('home', { ns: 'flow' })}
          </Button>
          <Button
            variant="default"
            renderRoot={props => (
              <Link {...props} to="/dashboard/home" search={{ operation: operation.id }} />
            )}
          >
            {t('received.see')}
          </Button>
        </div>
      </div>
    </>
  )
}

/** It is not there, or not theirs; a name that is none is refused before it is looked for. */
const isNobodys = (error: Error | null): boolean =>
  error instanceof ApiError && [400, 403, 404, 422].includes(error.status)

function Unknown() {
  const { t } = useTranslation(['deposit', 'flow'])
  return (
    <EmptyState
      title={t('received.unknown')}
      text={t('received.unknown_text')}
      headingLevel={2}
      action={
        <div className="received__buttons">
          <Button component={Link} to="/dashboard/home">
            {t('home', { ns: 'flow' })}
          </Button>
          <Button component={Link} to="/dashboard/history" variant="default">
            {t('received.all')}
          </Button>
        </div>
      }
    />
  )
}

export function ReceivedPage() {
  const { t, i18n } = useTranslation(['deposit', 'common'])
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(operationQuery(id, i18n.language))
  usePageTitle(t('received.title'))
  if (data?.operation_type === 'deposit') return <Arrived operation={data} />
  if (data === undefined && error === null) return <FigureSkeleton label={t('received.title')} />
  return (
    <>
      <h1 className="page-title">{t('received.title')}</h1>
      {data !== undefined || isNobodys(error) ? (
        <Unknown />
      ) : (
        <Alert color="clay" role="alert">
          <p className="dialog-text">{problemText(error)}</p>
          <Button onClick={() => void refetch()}>{t('retry', { ns: 'common' })}</Button>
        </Alert>
      )}
    </>
  )
}
