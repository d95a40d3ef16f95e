// Favourites at hand, people and businesses apart; one press starts a transfer to that person.
import type { Favorite } from '@jokko/contract/contacts'
import { contactLabel } from '@jokko/core/names'
import { Flag } from '@jokko/ui/flag'
import { RowsSkeleton } from '@jokko/ui/skeletons'
import { Alert, Tabs, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { useUser } from '../app/session.tsx'
import { Avatar } from '../common/avatar.tsx'
import { problemText } from '../common/problem-text.ts'
import { favoritesQuery } from './home-api.ts'
import './contacts-card.css'

type Contact = Favorite['favorite']

function ContactFace({ contact }: { contact: Contact }) {
  const { t } = useTranslation('home')
  const user = useUser()
  const { openFlow } = useOverlays()
  const name = contact.company?.name ?? contact.full_name
  const label = contactLabel({
    individual: contact.is_individual,
    firstName: contact.first_name,
    lastName: contact.last_name,
    ...(contact.company === null ? {} : { companyName: contact.company.name }),
  })
  return (
    <li>
      <UnstyledButton
        className="contact"
        disabled={!user.can.transfer}
        onClick={() => void openFlow('transfer', { to: contact.id })}
        title={name}
      >
        <span className="contact__face">
          <Avatar name={name} size={48} isBusiness={!contact.is_individual} />
          <span className="contact__flag">
            <Flag country={contact.country} size={18} />
          </span>
        </span>
        <span className="contact__name">
          {label}
          <span className="visually-hidden">, {t('contacts.send_to', { name })}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}

function AddTile() {
  const { t } = useTranslation('home')
  const { openContacts } = useOverlays()
  return (
    <li>
      <UnstyledButton className="contact" onClick={() => void openContacts('new')}>
        <span className="contact__add">
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </span>
        <span className="contact__name">
          {t('contacts.add')}
          <span className="visually-hidden"> {t('contacts.add_contact')}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}

function AllContacts() {
  const { t } = useTranslation('home')
  const { data } = useQuery(favoritesQuery)
  const { openContacts } = useOverlays()
  if (data === undefined || data.total_count === 0) return null
  return (
    <UnstyledButton className="text-link" onClick={() => void openContacts('all')}>
      {t('contacts.all', { count: data.total_count })}
    </UnstyledButton>
  )
}

function Faces({ isIndividual, none }: { isIndividual: boolean; none: string }) {
  const { t } = useTranslation('home')
  const { data, error } = useQuery(favoritesQuery)
  if (data === undefined && error === null)
    return <RowsSkeleton label={t('loading', { ns: 'common' })} rows={2} />
  if (data === undefined) {
    return (
      <Alert color="clay" role="alert">
        {problemText(error)}
      </Alert>
    )
  }
  const contacts = data.favorites
    .map(favorite => favorite.favorite)
    .filter(contact => contact.is_individual === isIndividual)
  return (
    <ul className="contacts__faces">
      <AddTile />
      {contacts.map(contact => (
        <ContactFace key={contact.id} contact={contact} />
      ))}
      {contacts.length === 0 && <li className="contacts__none">{none}</li>}
    </ul>
  )
}

export function ContactsCard() {
  const { t } = useTranslation('home')
  return (
    <section className="card contacts" aria-labelledby="contacts-title">
      <Tabs defaultValue="people" keepMounted={false}>
        <div className="contacts__head">
          <h2 className="section-title" id="contacts-title">
            {t('contacts.title')}
          </h2>
          <AllContacts />
        </div>
        <Tabs.List>
          <Tabs.Tab value="people">{t('contacts.people')}</Tabs.Tab>
          <Tabs.Tab value="businesses">{t('contacts.businesses')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people">
          <Faces isIndividual none={t('contacts.none_people')} />
        </Tabs.Panel>
        <Tabs.Panel value="businesses">
          <Faces isIndividual={false} none={t('contacts.none_businesses')} />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}
