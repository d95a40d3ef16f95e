// What still stands between a person and the first transfer, and in what order.
import type { User } from '@jokko/contract/access'

type Stage = 'email' | 'pending' | 'submitted' | 'retry' | 'rejected' | 'inactive' | 'verified'

type Subject = { readonly key: 'email' | 'person' | 'company'; readonly stage: Stage }

type Verified = {
  readonly is_active: boolean
  readonly is_verified: boolean
  readonly on_boarding_status: string
}

type Asked = Verified &
  Pick<User, 'verification_result' | 'email_verified_at'> & { readonly company: Verified | null }

function stageOf(subject: Verified, result: User['verification_result']): Stage {
  if (subject.is_active) return 'verified'
  if (result === 'RED-FINAL' || subject.on_boarding_status === 'rejected') return 'rejected'
  if (result === 'RED-RETRY') return 'retry'
  if (subject.on_boarding_status === 'pending') return 'pending'
  return subject.is_verified ? 'inactive' : 'submitted'
}

/** The step to take next, and everything that has to be in order. Nobody identifies who cannot be written to. */
export function verificationOf(user: Asked): { readonly next: Stage; readonly subjects: readonly Subject[] } {
  const person = stageOf(user, user.verification_result)
  const company = user.company === null ? undefined : stageOf(user.company, user.verification_result)
  const isToConfirm = person === 'pending' && user.email_verified_at === null
  const subjects: Subject[] = [
    ...(isToConfirm ? [{ key: 'email', stage: 'email' } as const] : []),
    { key: 'person', stage: person },
    ...(company === undefined ? [] : [{ key: 'company', stage: company } as const]),
  ]
  return { next: subjects.find(({ stage }) => stage !== 'verified')?.stage ?? 'verified', subjects }
}
