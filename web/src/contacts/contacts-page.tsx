// All contacts, over the dashboard: search, people and businesses apart, ten to a page.
import type { Favorite } from '@jokko/contract/contacts'
import { EmptyState } from '@jokko/ui/empty-state'
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { Alert, Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { Dialog } from '../common/dialog.tsx'
import { problemText } from '../common/problem-text.ts'
import { SlideUp } from '../common/slide-up.tsx'
import { ContactList } from './contact-list.tsx'
import { contactsPerPage, contactsQuery, removeContact } from './contacts-api.ts'
import './contacts-page.css'
import { PageNumbers } from './page-numbers.tsx'

const typingPauseMs = 300

function RemoveDialog({ entry, onClose }: { entry: Favorite; onClose: () => void }) {
  const { t } = useTranslation('contacts')
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await removeContact(entry.id)
      void notify(t('removed'), 'success')
    } catch (error) {
      void notify(problemText(error), 'failure')
    }
    onClose()
  }
  return (
    <Dialog title={t('remove_question')} onClose={onClose}>
      <p className="dialog-text">{t('remove_text', { name: entry.favorite.full_name })}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('no', { ns: 'common' })}
        </Button>
        <Button onClick={remove} loading={isBusy}>
          {t('yes', { ns: 'common' })}
        </Button>
      </div>
    </Dialog>
  )
}

type PageProps = { readonly search: string; readonly isIndividual: boolean; readonly onAdd: () => void }

function Page({ search, isIndividual, onAdd }: PageProps) {
  const { t } = useTranslation('contacts')
  const [page, setPage] = useState(1)
  const [removing, setRemoving] = useState<Favorite>()
  const { data, error } = useQuery(contactsQuery({ page, search, isIndividual }))
  if (data === undefined && error === null)
    return <RowsSkeleton label={t('loading', { ns: 'common' })} rows={6} />
  if (data === undefined) {
    return (
      <Alert color="clay" role="alert">
        {problemText(error)}
      </Alert>
    )
  }
  if (data.favorites.length === 0 && search !== '') return <EmptyState title={t('not_found', { search })} />
  if (data.favorites.length === 0) {
    return (
      <EmptyState
        title={t('none')}
        text={t('none_text')}
        action={<Button onClick={onAdd}>{t('add')}</Button>}
      />
    )
  }
  const pages = Math.ceil(data.total_count / contactsPerPage)
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('found', { count: data.total_count })}
      </p>
      <ContactList entries={data.favorites} onRemove={setRemoving} />
      {pages > 1 && <PageNumbers page={page} pages={pages} onChoose={setPage} />}
      {removing !== undefined && <RemoveDialog entry={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

export function ContactsPage({ onClose, onAdd }: { onClose: () => void; onAdd: () => void }) {
  const { t } = useTranslation('contacts')
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState('people')
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs)
  return (
    <SlideUp title={t('title')} onClose={onClose} closeOnEscape width="wide">
      <div className="contacts-page__tools">
        <TextInput
          className="contacts-page__search"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          maxLength={80}
        />
        <SegmentedControl
          value={kind}
          onChange={setKind}
          data={[
            { value: 'people', label: t('people') },
            { value: 'businesses', label: t('businesses') },
          ]}
        />
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          {t('add')}
        </Button>
      </div>
      <section className="card">
        <Page key={`${kind} ${search}`} search={search} isIndividual={kind === 'people'} onAdd={onAdd} />
      </section>
    </SlideUp>
  )
}
