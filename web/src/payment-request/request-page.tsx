// The page of a payment request (/payment/{id}): rebuilt from the server by its id, so that any tab and any refresh shows
// the same; whoever may not see it is told so.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { SessionProvider, useCurrentUser } from '../app/session.tsx'
import { OutsidePage } from '../common/outside-page.tsx'
import { problemText } from '../common/problem-text.ts'
import { BankStep, DetailsStep } from './bank-steps.tsx'
import { Ended } from './ended.tsx'
import { GoingToPay } from './going-to-pay.tsx'
import { MethodStep } from './method-step.tsx'
import { Oops } from './oops.tsx'
import { OwnRequest } from './own-request.tsx'
import { requestedQuery } from './payment-request-api.ts'
import { standOf } from './request-flow.ts'
import { WhoStep } from './who-step.tsx'

const route = getRouteApi('/payment/$id')

function Shown({ requested }: { requested: RequestedPayment }) {
  const search = route.useSearch()
  const stand = standOf(requested, search)
  switch (stand) {
    case 'own':
      return <OwnRequest requested={requested} />
    case 'who':
      return <WhoStep requested={requested} />
    case 'amount':
      return <MethodStep requested={requested} />
    case 'bank':
      return <BankStep requested={requested} />
    case 'details':
      return <DetailsStep requested={requested} accountId={search.account ?? 0} />
    case 'going':
      return <GoingToPay requested={requested} />
    default:
      return <Ended requested={requested} end={stand} />
  }
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('common')
  // A name that is none is refused before it is looked for.
  if (error instanceof ApiError && [403, 404, 422].includes(error.status)) return <Oops />
  return (
    <Alert color="clay" role="alert">
      <p className="dialog-text">{problemText(error)}</p>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </Alert>
  )
}

function Loaded({ id }: { id: string }) {
  const { t } = useTranslation('common')
  const { data, error, refetch } = useQuery(requestedQuery(id))
  const { data: current, error: noUser, refetch: readUser } = useCurrentUser()
  const problem = error ?? noUser
  if (data !== undefined && current !== undefined && 'request' in data)
    return (
      <SessionProvider current={current}>
        <Shown requested={data} />
      </SessionProvider>
    )
  // A payment that nobody asked for has its own place, in the history.
  if (data !== undefined && !('request' in data)) return <Oops />
  if (problem !== null)
    return (
      <NotRead
        error={problem}
        onRetry={() => {
          void refetch()
          void readUser()
        }}
      />
    )
  return <FormSkeleton label={t('loading')} fields={3} />
}

export function RequestPage() {
  const { t } = useTranslation('payment-request')
  const { id } = route.useParams()
  return (
    <OutsidePage title={t('title')} width="wide">
      <Loaded id={id} key={id} />
    </OutsidePage>
  )
}
