// Contacts: the list in pages, a new one, one less.
import type { Favorite, Favorites, NameChecked, NewContact } from '@jokko/contract/contacts'
import type { Countries } from '@jokko/contract/reference'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'
import { queryClient, readAgain } from '../app/query.ts'

export const contactsPerPage = 10

export type ContactsPage = { readonly page: number; readonly search: string; readonly isIndividual: boolean }

export const contactsQuery = ({ page, search, isIndividual }: ContactsPage) =>
  queryOptions({
    queryKey: ['contacts', 'list', { page, search, isIndividual }],
    queryFn: ({ signal }) =>
      api.get<z.infer<typeof Favorites>>('/auth/contacts', {
        query: {
          page,
          per_page: contactsPerPage,
          search: search === '' ? undefined : search,
          is_individual: isIndividual,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const countriesQuery = queryOptions({
  queryKey: ['reference', 'countries'],
  queryFn: async ({ signal }) =>
    (await api.get<z.infer<typeof Countries>>('/get-countries', { signal })).countries,
  staleTime: 10 * 60_000,
})

export const isRealName = async (fullName: string): Promise<boolean> =>
  (await api.post<z.infer<typeof NameChecked>>('/names/check', { body: { full_name: fullName } })).isRealName

const readContactsAgain = () => readAgain(queryClient, ['contacts'])

export async function addContact(contact: NewContact): Promise<void> {
  await api.post<Favorite>('/auth/contacts', { body: contact })
  await readContactsAgain()
}

export async function removeContact(id: string): Promise<void> {
  await api.delete(`/auth/contacts/${id}`)
  await readContactsAgain()
}
