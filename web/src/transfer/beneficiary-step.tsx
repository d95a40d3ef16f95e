// Step "beneficiary": a phone number, or one of the contacts of that country.
import type { Favorite } from '@jokko/contract/contacts'
import type { ErrorCode } from '@jokko/contract/errors'
import { contactLabel } from '@jokko/core/names'
import { EmptyState } from '@jokko/ui/empty-state'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../app/i18n.ts'
import { useUser } from '../app/session.tsx'
import { Avatar } from '../common/avatar.tsx'
import { useCountryName } from '../common/country-name.ts'
import { type Fault, faultText } from '../common/fault.ts'
import { focusFirstError, StepForm, StepHeading } from '../common/flow-step.tsx'
import { PhoneField } from '../common/phone-field.tsx'
import { maskNational } from './phone-mask.ts'
import { StepFrame } from './step-frame.tsx'
import { favoritesQuery, lookUpCustomer } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import type { TypedPhone } from './transfer-state.ts'
import './beneficiary-step.css'

type Contact = Favorite['favorite']

function Shortcut({ contact, onChoose }: { contact: Contact; onChoose: () => void }) {
  const name = contact.company?.name ?? contact.full_name
  const masked = maskNational(contact.phone_number)
  return (
    <li>
      <UnstyledButton className="shortcut" onClick={onChoose} title={name}>
        <Avatar name={name} size={36} isBusiness={!contact.is_individual} />
        <span className="shortcut__text">
          <span className="shortcut__name">
            {contactLabel({
              individual: contact.is_individual,
              firstName: contact.first_name,
              lastName: contact.last_name,
              ...(contact.company === null ? {} : { companyName: contact.company.name }),
            })}
          </span>
          <span className="shortcut__phone tabular">{masked}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}

function Shortcuts({ dialCode, onChoose }: { dialCode: number; onChoose: (contact: Contact) => void }) {
  const { t } = useTranslation('transfer')
  const countryName = useCountryName()
  const { data } = useQuery(favoritesQuery)
  const contacts = (data?.favorites ?? [])
    .map(({ favorite }) => favorite)
    .filter(({ country_code }) => country_code === dialCode)
  const [first] = contacts
  if (first === undefined) return null
  return (
    <section aria-labelledby="shortcuts-title">
      <h3 className="shortcuts__title" id="shortcuts-title">
        {t('beneficiary.favorites', { country: countryName(first.country) })}
      </h3>
      <ul className="shortcuts__list">
        {contacts.map(contact => (
          <Shortcut key={contact.id} contact={contact} onChoose={() => onChoose(contact)} />
        ))}
      </ul>
    </section>
  )
}

/** The country that is proposed first: where the newest contact lives, else the first one served. */
function useProposedDialCode(): number {
  const { home } = useTransfer()
  const { data } = useQuery(favoritesQuery)
  const served = home.receiving_countries.map(({ receiving_country }) => receiving_country.country_code)
  const newest = data?.favorites.find(({ favorite }) => served.includes(favorite.country_code))
  return newest?.favorite.country_code ?? served[0] ?? 0
}

/** Checks the number here first, then asks who has it. */
function useLookUp() {
  const user = useUser()
  const { home, dispatch, goTo } = useTransfer()
  const [error, setError] = useState<Fault>()
  const [isSearching, setSearching] = useState(false)

  const refusalOf = async (phone: TypedPhone): Promise<ErrorCode | undefined> => {
    const { detectDialCode, parsePhone } = await import('@jokko/core/phone')
    const pasted = detectDialCode(phone.national)
    const served = home.receiving_countries.map(({ receiving_country }) => receiving_country.country_code)
    const isOwn = (e164: string) => e164 === user.full_phone_number
    const parsed = parsePhone(phone.national, pasted ?? phone.dialCode)
    if (parsed.ok && isOwn(parsed.e164)) return 'cantSendToSelf'
    if (pasted !== undefined && !served.includes(pasted)) return 'NotReceiver'
    return parsed.ok ? undefined : parsed.code
  }

  /** The first step opens before the catalogue is there. */
  const refuse = async (code: ErrorCode) => {
    await loadTexts('errors')
    setError(code)
  }

  const lookUp = async (phone: TypedPhone): Promise<boolean> => {
    setError(undefined)
    setSearching(true)
    try {
      const refusal = await refusalOf(phone)
      if (refusal !== undefined) {
        await refuse(refusal)
        return false
      }
      const found = await lookUpCustomer(phone)
      if (!found.is_receiver) {
        await refuse('NotReceiver')
        return false
      }
      dispatch({ type: 'looked_up', phone, found })
      goTo('who')
      return true
    } catch (thrown) {
      setError({ error: thrown, at: ['phone_number'] })
      return false
    } finally {
      setSearching(false)
    }
  }
  return { error, isSearching, lookUp, forget: () => setError(undefined) }
}

export function BeneficiaryStep() {
  const { t } = useTranslation('transfer')
  const { state, dispatch, home } = useTransfer()
  const proposed = useProposedDialCode()
  const { error, isSearching, lookUp, forget } = useLookUp()
  const content = useRef<HTMLDivElement>(null)
  const { national } = state.phone
  const dialCode = state.phone.dialCode === 0 ? proposed : state.phone.dialCode
  const countries = home.receiving_countries.map(({ receiving_country }) => receiving_country)

  const search = async (phone: TypedPhone) => {
    dispatch({ type: 'phone_typed', phone })
    if (!(await lookUp(phone))) focusFirstError(content.current)
  }

  if (countries.length === 0) {
    return <EmptyState title={t('beneficiary.no_country_title')} text={t('beneficiary.no_country')} />
  }
  return (
    <StepFrame stage="beneficiary">
      <StepHeading>{t('beneficiary.heading')}</StepHeading>
      <div ref={content}>
        <StepForm
          onSubmit={() => void search({ dialCode, national })}
          isBusy={isSearching}
          isDisabled={national.trim() === ''}
        >
          <PhoneField
            label={t('beneficiary.phone')}
            description={t('beneficiary.phone_hint')}
            countries={countries}
            value={{ dialCode, national }}
            error={faultText(error)}
            onChange={phone => {
              forget()
              dispatch({ type: 'phone_typed', phone })
            }}
          />
          <Shortcuts
            dialCode={dialCode}
            onChoose={contact =>
              void search({ dialCode: contact.country_code, national: contact.phone_number })
            }
          />
        </StepForm>
      </div>
    </StepFrame>
  )
}
