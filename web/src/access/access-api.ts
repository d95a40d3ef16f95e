// Signing in: what is sent, and where the answer leads.
import type { SignedIn, SignInByEmail, User } from '@jokko/contract/access'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'

export const signInByEmail = (credentials: SignInByEmail) =>
  api.post<z.infer<typeof SignedIn>>('/auth/byEmail', { body: credentials, isSessionProbe: true })

/** A person whose application was finally refused is told so and does not come in. */
export const isTurnedAway = (user: User): boolean =>
  user.verification_result === 'RED-FINAL' || (user.is_rejected && !user.is_active)
