// Which of our bank accounts the sender will pay into.
import { OurBankChoice } from '../common/our-bank-choice.tsx'
import { StepFrame } from './step-frame.tsx'

export function BankChoice({ onChosen }: { onChosen: (accountId: number) => void }) {
  return (
    <StepFrame stage="payment">
      <OurBankChoice onChosen={onChosen} />
    </StepFrame>
  )
}
