// Which area stands behind each flow and behind the details drawer, each loaded when it opens.
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { type Flow, useOverlays } from './flows.ts'
import { loadTexts } from './i18n.ts'
import { useUser } from './session.tsx'

const ContactsPage = lazy(() =>
  import('../contacts/contacts-page.tsx').then(file => ({ default: file.ContactsPage })),
)
const NewContactDialog = lazy(() =>
  import('../contacts/new-contact-dialog.tsx').then(file => ({ default: file.NewContactDialog })),
)
const OperationDrawer = lazy(() =>
  import('../history/operation-drawer.tsx').then(file => ({ default: file.OperationDrawer })),
)
const TransferDialog = lazy(() =>
  Promise.all([import('../transfer/transfer-dialog.tsx'), loadTexts('transfer', 'flow', 'statuses')]).then(
    ([file]) => ({ default: file.TransferDialog }),
  ),
)

const DepositDialog = lazy(() =>
  Promise.all([
    import('../deposit/deposit-dialog.tsx'),
    loadTexts('deposit', 'flow', 'statuses', 'errors'),
  ]).then(([file]) => ({ default: file.DepositDialog })),
)

const WithdrawDialog = lazy(() =>
  Promise.all([
    import('../withdraw/withdraw-dialog.tsx'),
    loadTexts('withdraw', 'flow', 'statuses', 'errors'),
  ]).then(([file]) => ({ default: file.WithdrawDialog })),
)

const BulkDialog = lazy(() =>
  Promise.all([import('../bulk/bulk-dialog.tsx'), loadTexts('bulk', 'flow', 'statuses', 'errors')]).then(
    ([file]) => ({ default: file.BulkDialog }),
  ),
)

const RequestDialog = lazy(() =>
  Promise.all([
    import('../payment-request/request-dialog.tsx'),
    loadTexts('payment-request', 'flow', 'errors'),
  ]).then(([file]) => ({ default: file.RequestDialog })),
)

/** Loaded with the first operation that is opened; from then on it stays, to slide out and in. */
function Details() {
  const { search, close } = useOverlays()
  const wasOpened = useRef(false)
  wasOpened.current ||= search.operation !== undefined
  return wasOpened.current ? <OperationDrawer id={search.operation} onClose={() => void close()} /> : null
}

/**
 * The flow of the address, unless this person may not start it: then the address forgets it, and home says what misses.
 * A payment that was made is shown to whoever made it.
 */
function usePermittedFlow(): Flow | undefined {
  const { search, close } = useOverlays()
  const { can } = useUser()
  const isPaid = useSearch({
    strict: false,
    select: (address: Record<string, unknown>) => 'payment' in address,
  })
  const isRefused = search.flow !== undefined && !can[search.flow] && !isPaid
  useEffect(() => {
    if (isRefused) void close({ replace: true })
  }, [isRefused, close])
  return isRefused ? undefined : search.flow
}

export function Overlays() {
  const { search, close, openContacts } = useOverlays()
  const flow = usePermittedFlow()
  return (
    <>
      <Suspense>
        {flow === 'transfer' && <TransferDialog />}
        {flow === 'deposit' && <DepositDialog />}
        {flow === 'withdraw' && <WithdrawDialog />}
        {flow === 'bulk' && <BulkDialog />}
        {flow === 'payment_request' && <RequestDialog />}
      </Suspense>
      <Suspense>
        {search.contacts === 'all' && (
          <ContactsPage onClose={() => void close()} onAdd={() => void openContacts('new')} />
        )}
        {search.contacts === 'new' && <NewContactDialog onClose={() => void close()} />}
      </Suspense>
      <Suspense>
        <Details />
      </Suspense>
    </>
  )
}
