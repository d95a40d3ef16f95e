// The frame of one step of the transfer: where one is, and the content with what stands beside it.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StepColumns, Stepper } from '../common/flow-step.tsx'

const stages = ['beneficiary', 'amount', 'payment', 'confirmation'] as const
export type Stage = (typeof stages)[number]

type StepFrameProps = {
  readonly stage: Stage
  readonly children: ReactNode
  readonly aside?: ReactNode
}

export function StepFrame({ stage, children, aside }: StepFrameProps) {
  const { t } = useTranslation('transfer')
  return (
    <div className="flow">
      <Stepper
        label={t('steps.label')}
        stages={stages.map(id => ({ id, name: t(`steps.${id}`) }))}
        stage={stage}
      />
      <StepColumns aside={aside}>{children}</StepColumns>
    </div>
  )
}
