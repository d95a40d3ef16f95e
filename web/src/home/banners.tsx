// What stands above everything else on home: a restriction, an open verification, a payment that failed.
import type { User } from '@jokko/contract/access'
import { StatusBadge, type StatusTone } from '@jokko/ui/status-badge'
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../app/config.ts'
import { useUser } from '../app/session.tsx'
import { readStored, removeStored } from '../app/storage.ts'
import './banners.css'

function RestrictedBanner() {
  const { t } = useTranslation('home')
  return (
    <Alert color="amber" icon={<IconLock aria-hidden />} title={t('restricted.title')}>
      {t('restricted.text')}
    </Alert>
  )
}

function PaymentErrorBanner() {
  const { t } = useTranslation('home')
  const [message, setMessage] = useState(() => readStored('payment-error'))
  if (message === undefined) return null
  const dismiss = () => {
    removeStored('payment-error')
    setMessage(undefined)
  }
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} title={t('payment_error.title')}>
      <p className="banner__text">{message}</p>
      <Button size="compact-md" variant="default" onClick={dismiss}>
        {t('payment_error.dismiss')}
      </Button>
    </Alert>
  )
}

type Stage = 'pending' | 'submitted' | 'retry' | 'rejected' | 'inactive' | 'verified'

const tones: Record<Stage, StatusTone> = {
  pending: 'started',
  submitted: 'progress',
  retry: 'failed',
  rejected: 'failed',
  inactive: 'progress',
  verified: 'done',
}

type Verified = { is_active: boolean; is_verified: boolean; on_boarding_status: string }

function stageOf(subject: Verified, result: User['verification_result']): Stage {
  if (subject.is_active) return 'verified'
  if (result === 'RED-FINAL' || subject.on_boarding_status === 'rejected') return 'rejected'
  if (result === 'RED-RETRY') return 'retry'
  if (subject.on_boarding_status === 'pending') return 'pending'
  return subject.is_verified ? 'inactive' : 'submitted'
}

/** What still stands between this person and the first transfer. */
function VerificationCard() {
  const { t } = useTranslation('home')
  const user = useUser()
  const { data } = useQuery(configQuery)
  const person = stageOf(user, user.verification_result)
  const company = user.company === null ? undefined : stageOf(user.company, user.verification_result)
  const stage = person === 'verified' && company !== undefined ? company : person
  const subjects = [
    { key: 'person', stage: person },
    ...(company === undefined ? [] : [{ key: 'company', stage: company }]),
  ] as const
  if (stage === 'verified') return null
  return (
    <section className="card verification" aria-labelledby="verification-title">
      <h2 className="section-title" id="verification-title">
        {t(`verification.${stage}_title`)}
      </h2>
      <p className="verification__text">
        {t(`verification.${stage}_text`, { mailbox: data?.compliance_mailbox ?? '' })}
      </p>
      <ul className="verification__subjects">
        {subjects.map(subject => (
          <li key={subject.key}>
            {t(`verification.${subject.key as 'person' | 'company'}`)}
            <StatusBadge tone={tones[subject.stage]} label={t(`verification.badge_${subject.stage}`)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Banners() {
  const user = useUser()
  return (
    <>
      {user.activation_level === 'YELLOW' && <RestrictedBanner />}
      <PaymentErrorBanner />
      <VerificationCard />
    </>
  )
}
