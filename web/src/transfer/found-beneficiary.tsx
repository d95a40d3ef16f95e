// The card that shows who has the number, before money is sent there.
import type { Beneficiary } from '@jokko/contract/contacts'
import { Flag } from '@jokko/ui/flag'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { readAgain } from '../app/query.ts'
import { Avatar } from '../common/avatar.tsx'
import { useCountryName } from '../common/country-name.ts'
import { StepForm, StepHeading } from '../common/flow-step.tsx'
import { phoneText } from '../common/phone-text.ts'
import { QuestionDialog } from '../common/question-dialog.tsx'
import { StepFrame } from './step-frame.tsx'
import { removeFavorite } from './transfer-api.ts'
import { useTransfer } from './transfer-context.ts'
import { beneficiaryName } from './transfer-state.ts'
import './found-beneficiary.css'

function useFacts(beneficiary: Beneficiary): readonly (readonly [label: string, value: string])[] {
  const { t } = useTranslation('transfer')
  const countryName = useCountryName()
  const phone = phoneText(beneficiary.full_phone_number, beneficiary.country_code)
  const { company } = beneficiary
  const place = [company?.city, countryName(company?.country ?? beneficiary.country)].filter(Boolean)
  const facts: (readonly [string, string | null | undefined])[] = [
    [t('who.type'), t(beneficiary.is_individual ? 'who.individual' : 'who.business')],
    [t('who.contact_person'), company === null ? null : beneficiary.full_name],
    [t('who.phone'), phone],
    [t('who.address'), place.join(', ')],
    [t('who.email'), beneficiary.email],
    [t('who.registered_id'), company?.registered_id],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}

function RemoveDialog({
  name,
  onClose,
  onRemove,
}: {
  name: string
  onClose: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation('transfer')
  return (
    <QuestionDialog
      title={t('who.remove_question', { name })}
      text={t('who.remove_text')}
      safe={{ label: t('no', { ns: 'common' }), onGive: onClose }}
      other={{ label: t('who.remove_yes'), onGive: onRemove, isGrave: true }}
    />
  )
}

function RemoveButton({ favoriteId, name }: { favoriteId: string; name: string }) {
  const { t } = useTranslation('transfer')
  const { dispatch } = useTransfer()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)

  const remove = async () => {
    setAsking(false)
    setRemoving(true)
    try {
      await removeFavorite(favoriteId)
      dispatch({ type: 'favorite_removed', favoriteId })
      void readAgain(client, ['contacts'])
      void notify(t('who.remove_favourite_success'), 'success')
    } catch {
      void notify(t('who.not_removed'), 'failure')
    } finally {
      setRemoving(false)
    }
  }
  return (
    <>
      <Button variant="default" size="sm" loading={isRemoving} onClick={() => setAsking(true)}>
        {t('who.remove')}
      </Button>
      {isAsking && <RemoveDialog name={name} onClose={() => setAsking(false)} onRemove={remove} />}
    </>
  )
}

export function FoundBeneficiary({ beneficiary }: { beneficiary: Beneficiary }) {
  const { t } = useTranslation(['transfer', 'common'])
  const { dispatch, goTo, goBack } = useTransfer()
  const name = beneficiaryName(beneficiary)
  const facts = useFacts(beneficiary)
  return (
    <StepFrame stage="beneficiary">
      <StepHeading>
        {t(beneficiary.is_individual ? 'who.heading_found' : 'who.heading_found_business')}
      </StepHeading>
      <StepForm
        onBack={goBack}
        onSubmit={() => {
          dispatch({ type: 'beneficiary_chosen', beneficiary })
          goTo('amount')
        }}
      >
        <div className="card found">
          <div className="found__head">
            <Avatar name={name} size={56} isBusiness={!beneficiary.is_individual} />
            <div>
              <p className="found__name">{name}</p>
              <p className="found__badges">
                <Flag country={beneficiary.country} size={20} />
                {beneficiary.has_account && <span className="found__customer">{t('who.customer')}</span>}
              </p>
            </div>
          </div>
          <dl className="found__facts">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {beneficiary.masked && <p className="flow-note">{t('who.masked')}</p>}
          {beneficiary.favorite_id !== null && (
            <div className="found__remove">
              <RemoveButton favoriteId={beneficiary.favorite_id} name={name} />
            </div>
          )}
        </div>
      </StepForm>
    </StepFrame>
  )
}
