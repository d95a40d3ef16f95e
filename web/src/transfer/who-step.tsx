// Step "who": the person or business with this number to be confirmed, or the form for someone new.

import { FoundBeneficiary } from './found-beneficiary.tsx'
import { NewBeneficiary } from './new-beneficiary.tsx'
import { useTransfer } from './transfer-context.ts'

export function WhoStep() {
  const { state } = useTransfer()
  const found = state.lookup?.found
  if (found?.exists === true && found.customer !== null) {
    return <FoundBeneficiary beneficiary={found.customer} />
  }
  return <NewBeneficiary />
}
