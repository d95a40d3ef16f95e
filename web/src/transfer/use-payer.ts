// Who pays, as far as the ways to pay depend on it.
import { useUser } from '../app/session.tsx'
import type { Payer } from './method-choice.ts'

export function usePayer(): Payer {
  const user = useUser()
  return { isRestricted: user.activation_level === 'YELLOW', balance: user.client.euro_balance }
}
