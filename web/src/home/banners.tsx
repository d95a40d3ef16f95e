// What stands above everything else on home: a restriction, an open verification, a payment that failed.
import { StatusBadge, type StatusTone } from '@jokko/ui/status-badge'
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../app/config.ts'
import { useUser } from '../app/session.tsx'
import { removeStored } from '../app/storage.ts'
import { keptPaymentProblem } from '../common/kept-problem.ts'
import { verificationOf } from './verification-stage.ts'
import './banners.css'

/** A young account opens by itself; who is on the operator's list has nothing to wait for. */
function RestrictedBanner() {
  const { t } = useTranslation('home')
  const { restriction } = useUser()
  const { data } = useQuery(configQuery)
  if (restriction === null) return null
  return (
    <Alert color="amber" icon={<IconLock aria-hidden />} title={t('restricted.title')}>
      {t(`restricted.${restriction}`, { mailbox: data?.compliance_mailbox ?? '' })}
    </Alert>
  )
}

function PaymentErrorBanner() {
  const { t } = useTranslation('home')
  const [kept, setKept] = useState(keptPaymentProblem)
  if (kept === undefined) return null
  const dismiss = () => {
    removeStored('payment-problem')
    setKept(undefined)
  }
  return (
    <Alert
      color="amber"
      icon={<IconAlertTriangle aria-hidden />}
      title={t(kept.of === 'link' ? 'payment_error.link_title' : 'payment_error.title')}
    >
      <p className="banner__text">{kept.say()}</p>
      <Button size="compact-md" variant="default" onClick={dismiss}>
        {t('payment_error.dismiss')}
      </Button>
    </Alert>
  )
}

const tones: Record<ReturnType<typeof verificationOf>['next'], StatusTone> = {
  email: 'started',
  pending: 'started',
  submitted: 'progress',
  retry: 'failed',
  rejected: 'failed',
  inactive: 'progress',
  verified: 'done',
}

/** What still stands between this person and the first transfer. */
function VerificationCard() {
  const { t } = useTranslation('home')
  const user = useUser()
  const { data } = useQuery(configQuery)
  const { next, subjects } = verificationOf(user)
  if (next === 'verified') return null
  return (
    <section className="card" aria-labelledby="verification-title">
      <h2 className="section-title" id="verification-title">
        {t(`verification.${next}_title`)}
      </h2>
      <p className="verification__text">
        {t(`verification.${next}_text`, { email: user.email, mailbox: data?.compliance_mailbox ?? '' })}
      </p>
      <ul className="verification__subjects">
        {subjects.map(subject => (
          <li key={subject.key}>
            {t(`verification.${subject.key}`)}
            <StatusBadge tone={tones[subject.stage]} label={t(`verification.badge_${subject.stage}`)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Banners() {
  return (
    <>
      <RestrictedBanner />
      <PaymentErrorBanner />
      <VerificationCard />
    </>
  )
}
