// The details of one operation, at the right of any page of the dashboard: the address says which.
import type { OperationDetail } from '@jokko/contract/history'
import { EmptyState } from '@jokko/ui/empty-state'
import { FigureSkeleton, FormSkeleton, RouteSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button, Tabs } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { ContinueToPay } from '../common/continue-to-pay.tsx'
import { useOperationWords } from '../common/operation-words.ts'
import { problemText } from '../common/problem-text.ts'
import { SideDrawer } from '../common/side-drawer.tsx'
import { waitsForPayer } from '../common/way-to-pay.ts'
import { DetailsPanel } from './details-panel.tsx'
import { HeldPanel } from './held-panel.tsx'
import { operationQuery } from './history-api.ts'
import { NoticeBox } from './notice-box.tsx'
import { OperationActions } from './operation-actions.tsx'
import { OperationHead } from './operation-head.tsx'
import { isHeld } from './operation-notice.ts'
import { isShort } from './short-figures.ts'
import { StatusPanel } from './status-panel.tsx'
import './operation-drawer.css'

/** What only an unpaid or short bank transfer needs. */
const OperationBankDetails = lazy(() =>
  import('./bank-details.tsx').then(file => ({ default: file.OperationBankDetails })),
)
const TodaysRate = lazy(() => import('./todays-rate.tsx').then(file => ({ default: file.TodaysRate })))
const ShortChoices = lazy(() => import('./short-choices.tsx').then(file => ({ default: file.ShortChoices })))

function BankDetailsDisclosure({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation(['history', 'statuses'])
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('bank_details_title')}>
      <Button
        variant={isOpen ? 'default' : 'filled'}
        fullWidth
        leftSection={<IconBuildingBank size={20} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('hide_bank_details') : t('action.see_bank_details', { ns: 'statuses' })}
      </Button>
      {isOpen && (
        <div className="card operation__bank-card">
          <Suspense fallback={<FormSkeleton label={t('loading', { ns: 'common' })} fields={4} />}>
            <OperationBankDetails operation={operation} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function OperationTabs({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('history')
  return (
    <Tabs defaultValue="status" keepMounted={false}>
      <Tabs.List aria-label={t('tab.label')}>
        <Tabs.Tab value="status">{t('tab.status')}</Tabs.Tab>
        <Tabs.Tab value="details">{t('tab.details')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="status" className="operation__panel">
        <StatusPanel operation={operation} />
      </Tabs.Panel>
      <Tabs.Panel value="details" className="operation__panel">
        <DetailsPanel operation={operation} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Operation({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('common')
  const top = useRef<HTMLDivElement>(null)
  /** The button that was pressed is gone: the reader goes on where the news is. */
  const backToTop = () => {
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'nearest' })
  }
  const actions = operation.allowed_actions
  return (
    <div className="operation">
      <div ref={top} tabIndex={-1} className="operation__top">
        <OperationHead operation={operation} />
        {isHeld(operation) ? <HeldPanel operation={operation} /> : <NoticeBox operation={operation} />}
      </div>
      <Suspense fallback={<FormSkeleton label={t('loading', { ns: 'common' })} fields={2} />}>
        {isShort(operation) && <ShortChoices operation={operation} allowed={actions} onDone={backToTop} />}
      </Suspense>
      <Suspense>
        {waitsForPayer(operation) && <ContinueToPay operation={operation} />}
        {actions.includes('send_at_todays_rate') && <TodaysRate operation={operation} onDone={backToTop} />}
      </Suspense>
      {actions.includes('see_bank_details') && <BankDetailsDisclosure operation={operation} />}
      {!isHeld(operation) && <OperationTabs operation={operation} />}
      <OperationActions operation={operation} onDone={backToTop} />
    </div>
  )
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('history')
  if (error instanceof ApiError && (error.status === 404 || error.status === 403)) {
    return <EmptyState title={t('drawer.not_found')} text={t('drawer.not_found_text')} headingLevel={3} />
  }
  return (
    <Alert color="clay" role="alert">
      <p className="operation__sentence">{problemText(error)}</p>
      <Button variant="default" onClick={onRetry}>
        {t('retry', { ns: 'common' })}
      </Button>
    </Alert>
  )
}

function Content({ id }: { id: string }) {
  const { t, i18n } = useTranslation('history')
  const { data, error, refetch } = useQuery({
    ...operationQuery(id, i18n.language),
    // Another language is no other operation: what is open in its details stays open.
    placeholderData: before => (before?.id === id ? before : undefined),
  })
  if (data !== undefined) return <Operation key={data.id} operation={data} />
  if (error !== null) return <Unavailable error={error} onRetry={() => void refetch()} />
  return (
    <div className="operation">
      <FigureSkeleton label={t('drawer.loading')} />
      <RouteSkeleton label={t('drawer.loading')} />
    </div>
  )
}

function useTitle(id: string | undefined): string {
  const { t, i18n } = useTranslation('history')
  const { typeOf } = useOperationWords()
  const { data } = useQuery({ ...operationQuery(id ?? '', i18n.language), enabled: id !== undefined })
  return data === undefined ? t('drawer.title') : typeOf(data)
}

type OperationDrawerProps = { readonly id: string | undefined; readonly onClose: () => void }

/** Stays mounted once it was opened, so that it can slide out and give the focus back. */
export function OperationDrawer({ id, onClose }: OperationDrawerProps) {
  useTranslation(['history', 'statuses', 'common'])
  const [shown, setShown] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const title = useTitle(shown)
  useEffect(() => {
    setOpen(id !== undefined)
    if (id !== undefined) setShown(id)
  }, [id])
  return (
    <SideDrawer title={title} isOpen={isOpen} onClose={onClose}>
      {shown !== undefined && <Content id={shown} />}
    </SideDrawer>
  )
}
