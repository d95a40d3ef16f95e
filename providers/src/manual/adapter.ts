// Payouts that a person of ours makes by hand, at banks and operators that no company reaches for us. Nobody can be
// asked about them: an accepted order is under way until whoever carries it out says what became of it.
import type { PayoutProvider } from '../port.ts'

export const createManualPayouts = (): PayoutProvider => ({
  name: 'manual',
  send: async ({ attemptId, amount }) => ({
    kind: 'accepted',
    payout: { providerId: attemptId, attemptId, state: 'pending', amount },
  }),
  // Accepting costs nothing and does nothing outside: whatever was not accepted may be handed over again.
  findByAttempt: async () => ({ kind: 'not_found' }),
  findById: async () => ({ kind: 'not_found' }),
  floats: async () => ({ kind: 'known', floats: [] }),
})
