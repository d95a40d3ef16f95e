// The frame of one step of the deposit: where one is, and the content with the panel beside it.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StepColumns, Stepper } from '../common/flow-step.tsx'

const stages = ['Amount', 'complete_payment', 'select_bank', 'bank_details'] as const
export type Stage = (typeof stages)[number]

type DepositFrameProps = {
  readonly stage: Stage
  /** False where a company collects: then there is no bank to choose. */
  readonly isByBank?: boolean | undefined
  readonly children: ReactNode
  readonly aside?: ReactNode
}

export function DepositFrame({ stage, isByBank = true, children, aside }: DepositFrameProps) {
  const { t } = useTranslation('deposit')
  const shown = isByBank ? stages : stages.slice(0, 2)
  return (
    <div className="flow">
      <Stepper
        label={t('steps.label')}
        stages={shown.map(id => ({ id, name: t(`steps.${id}`) }))}
        stage={stage}
        from={500}
      />
      <StepColumns aside={aside}>{children}</StepColumns>
    </div>
  )
}
