// Signing in: what is sent, and the one refusal that is told in a dialog.
import type { SignedIn, SignInByEmail } from '@jokko/contract/access'
import type { ErrorCode } from '@jokko/contract/errors'
import type * as z from 'zod/mini'
import { ApiError, api } from '../app/client.ts'

export const signInByEmail = (credentials: SignInByEmail) =>
  api.post<z.infer<typeof SignedIn>>('/auth/byEmail', { body: credentials, isSessionProbe: true })

const rejected: ErrorCode = 'account_rejected'

/** The application of this person was finally refused: right password, no way in. */
export const isTurnedAway = (error: unknown): boolean => error instanceof ApiError && error.code === rejected
