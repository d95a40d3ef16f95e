// The steps of the transfer, each loaded as one comes near it: the first screen does not wait for the last.
import { lazy } from 'react'
import { loadTexts } from '../app/i18n.ts'
import { BeneficiaryStep } from './beneficiary-step.tsx'
import type { StepName } from './transfer-flow.ts'

const loadErrors = () => loadTexts('errors')
const whoStep = () => Promise.all([import('./who-step.tsx'), loadErrors()])
const amountStep = () => Promise.all([import('./amount-step.tsx'), loadErrors()])
const methodStep = () => Promise.all([import('./method-step.tsx'), loadErrors()])
const payoutStep = () => Promise.all([import('./payout-step.tsx'), loadErrors()])
const summaryStep = () => Promise.all([import('./summary-step.tsx'), loadErrors()])

const WhoStep = lazy(() => whoStep().then(([file]) => ({ default: file.WhoStep })))
const AmountStep = lazy(() => amountStep().then(([file]) => ({ default: file.AmountStep })))
const MethodStep = lazy(() => methodStep().then(([file]) => ({ default: file.MethodStep })))
const PayoutStep = lazy(() => payoutStep().then(([file]) => ({ default: file.PayoutStep })))
const SummaryStep = lazy(() => summaryStep().then(([file]) => ({ default: file.SummaryStep })))

const next: Record<StepName, () => Promise<unknown>> = {
  beneficiary: () => Promise.all([import('@jokko/core/phone'), whoStep()]),
  who: amountStep,
  amount: methodStep,
  method: payoutStep,
  payout: summaryStep,
  summary: () => import('./sent-transfer.tsx'),
}

/** What the step after this one needs, fetched while this one is filled in. */
export const loadNext = (step: StepName): void => {
  // What cannot be had now is asked for again, and told, when it is needed.
  next[step]().catch(() => undefined)
}

export function Step({ step, onAskNow }: { step: StepName; onAskNow: () => void }) {
  switch (step) {
    case 'beneficiary':
      return <BeneficiaryStep />
    case 'who':
      return <WhoStep />
    case 'amount':
      return <AmountStep />
    case 'method':
      return <MethodStep />
    case 'payout':
      return <PayoutStep />
    case 'summary':
      return <SummaryStep onAskNow={onAskNow} />
  }
}
