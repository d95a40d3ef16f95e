// The frame of one step of paying a request: where one is, the content, and the summary beside it.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StepColumns, Stepper } from '../common/flow-step.tsx'
import './payment-request.css'

const stages = ['beneficiary', 'amount', 'payment', 'confirmation'] as const

type RequestFrameProps = {
  readonly stage: (typeof stages)[number]
  readonly children: ReactNode
  readonly aside?: ReactNode
}

export function RequestFrame({ stage, children, aside }: RequestFrameProps) {
  const { t } = useTranslation('payment-request')
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

type FigureProps = { readonly label: string; readonly isTotal?: boolean; readonly children: ReactNode }

/** One figure with its name. */
export function Figure({ label, isTotal, children }: FigureProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}
