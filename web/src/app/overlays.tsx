// Which area stands behind each flow and behind the details drawer, each loaded when it opens.
import { lazy, Suspense, useRef } from 'react'
import { useOverlays } from './flows.ts'
import { loadTexts } from './i18n.ts'

const NotOpenYet = lazy(() => import('./not-open-yet.tsx').then(file => ({ default: file.NotOpenYet })))
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
  Promise.all([import('../transfer/transfer-dialog.tsx'), loadTexts('transfer', 'statuses', 'errors')]).then(
    ([file]) => ({ default: file.TransferDialog }),
  ),
)

/** Loaded with the first operation that is opened; from then on it stays, to slide out and in. */
function Details() {
  const { search, close } = useOverlays()
  const wasOpened = useRef(false)
  wasOpened.current ||= search.operation !== undefined
  return wasOpened.current ? <OperationDrawer id={search.operation} onClose={() => void close()} /> : null
}

export function Overlays() {
  const { search, close, openContacts } = useOverlays()
  return (
    <>
      <Suspense>
        {search.flow === 'transfer' && <TransferDialog />}
        {search.flow !== undefined && search.flow !== 'transfer' && (
          <NotOpenYet flow={search.flow} onClose={close} />
        )}
      </Suspense>
      <Suspense>
        {search.contacts === 'all' && <ContactsPage onClose={close} onAdd={() => void openContacts('new')} />}
        {search.contacts === 'new' && <NewContactDialog onClose={close} />}
      </Suspense>
      <Suspense>
        <Details />
      </Suspense>
    </>
  )
}
