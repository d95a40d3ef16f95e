// A page of contacts: a table where there is room, rows on narrow screens; each one press from a transfer.
import type { Favorite } from '@jokko/contract/contacts'
import { Flag } from '@jokko/ui/flag'
import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOverlays } from '../app/flows.ts'
import { useUser } from '../app/session.tsx'
import { Avatar } from '../common/avatar.tsx'
import { useCountryName } from '../common/country-name.ts'
import { phoneText } from '../common/phone-text.ts'
import './contact-list.css'

type Contact = Favorite['favorite']

const nameOf = (contact: Contact): string => contact.company?.name ?? contact.full_name

type RowProps = { readonly entry: Favorite; readonly onRemove: (entry: Favorite) => void }

function Actions({ entry, onRemove }: RowProps) {
  const { t } = useTranslation('contacts')
  const { can } = useUser()
  const { openFlow } = useOverlays()
  const name = nameOf(entry.favorite)
  return (
    <span className="contact-list__actions">
      {can.transfer && (
        <Button
          className="contact-list__send"
          size="sm"
          variant="default"
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          onClick={() => void openFlow('transfer', { to: entry.favorite.id })}
        >
          <span className="contact-list__word">{t('send')}</span>
          <span className="visually-hidden"> {t('send_to', { name })}</span>
        </Button>
      )}
      <ActionIcon size={36} color="stone" aria-label={t('remove', { name })} onClick={() => onRemove(entry)}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </span>
  )
}

function Person({ contact }: { contact: Contact }) {
  const name = nameOf(contact)
  return (
    <span className="contact-list__person">
      <Avatar name={name} isBusiness={!contact.is_individual} />
      <span className="contact-list__names">
        <strong>{name}</strong>
        {contact.company !== null && <span className="contact-list__second">{contact.full_name}</span>}
      </span>
    </span>
  )
}

function TableRow({ entry, onRemove }: RowProps) {
  const contact = entry.favorite
  const countryName = useCountryName()
  return (
    <tr>
      <td>
        <Person contact={contact} />
      </td>
      <td>
        <span className="contact-list__country">
          <Flag country={contact.country} />
          {countryName(contact.country)}
        </span>
      </td>
      <td className="tabular unbroken">{phoneText(contact.full_phone_number, contact.country_code)}</td>
      <td className="contact-list__email">{contact.email}</td>
      <td>
        <Actions entry={entry} onRemove={onRemove} />
      </td>
    </tr>
  )
}

function CompactRow({ entry, onRemove }: RowProps) {
  const contact = entry.favorite
  const name = nameOf(contact)
  return (
    <li className="contact-list__row">
      <Avatar name={name} isBusiness={!contact.is_individual} />
      <strong>{name}</strong>
      <Actions entry={entry} onRemove={onRemove} />
      <span className="contact-list__country contact-list__second">
        <Flag country={contact.country} />
        <span className="unbroken">{phoneText(contact.full_phone_number, contact.country_code)}</span>
      </span>
    </li>
  )
}

type ContactListProps = {
  readonly entries: readonly Favorite[]
  readonly onRemove: (entry: Favorite) => void
}

export function ContactList({ entries, onRemove }: ContactListProps) {
  const { t } = useTranslation('contacts')
  const isWide = useMediaQuery('(width >= 900px)', undefined, { getInitialValueInEffect: false })
  if (!isWide) {
    return (
      <ul className="contact-list">
        {entries.map(entry => (
          <CompactRow key={entry.id} entry={entry} onRemove={onRemove} />
        ))}
      </ul>
    )
  }
  return (
    <table className="contact-list">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('country')}</th>
          <th scope="col">{t('phone')}</th>
          <th scope="col">{t('email')}</th>
          <th scope="col" className="contact-list__last">
            {t('action')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <TableRow key={entry.id} entry={entry} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  )
}
