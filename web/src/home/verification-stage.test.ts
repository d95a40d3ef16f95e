// The next step before the first transfer: the one that misses first, never a later one.
import { describe, expect, test } from 'vitest'
import { verificationOf } from './verification-stage.ts'

const active = { is_active: true, is_verified: true, on_boarding_status: 'verified' }
const open = { is_active: false, is_verified: false, on_boarding_status: 'pending' }
const submitted = { ...open, on_boarding_status: 'submitted' }
const known = {
  verification_result: null,
  email_verified_at: '2026-03-02T09:12:30.000Z',
  company: null,
} as const

const nextOf = (user: Parameters<typeof verificationOf>[0]) => verificationOf(user).next

describe('the next step', () => {
  test('the address first: who cannot be written to cannot be identified', () => {
    const user = { ...open, ...known, email_verified_at: null }
    expect(verificationOf(user)).toEqual({
      next: 'email',
      subjects: [
        { key: 'email', stage: 'email' },
        { key: 'person', stage: 'pending' },
      ],
    })
  })

  test('with an address that is confirmed, the identity', () => {
    expect(verificationOf({ ...open, ...known })).toEqual({
      next: 'pending',
      subjects: [{ key: 'person', stage: 'pending' }],
    })
  })

  test('of a person who is through, the company', () => {
    expect(nextOf({ ...active, ...known, company: submitted })).toBe('submitted')
    expect(
      nextOf({
        ...active,
        ...known,
        company: { ...open, is_verified: true, on_boarding_status: 'verified' },
      }),
    ).toBe('inactive')
  })

  test('what the review says comes before the file', () => {
    expect(nextOf({ ...submitted, ...known, verification_result: 'RED-RETRY' })).toBe('retry')
    expect(nextOf({ ...open, ...known, verification_result: 'RED-FINAL', email_verified_at: null })).toBe(
      'rejected',
    )
  })

  test('nothing for who may send', () => {
    expect(nextOf({ ...active, ...known })).toBe('verified')
    expect(nextOf({ ...active, ...known, email_verified_at: null, company: active })).toBe('verified')
  })
})
