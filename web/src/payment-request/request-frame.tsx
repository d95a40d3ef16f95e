// The frame of one step of paying a request: where one is, the content, and the summary beside it.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StepColumns, Stepper } from '../common/flow-step.tsx'
import '../common/fee-lines.css'
import './payment-request.css'

const stages = ['beneficiary', 'amount', 'payment', 'confirmation'] as const

type RequestFrameProps = {
  /** Whoever pays nothing takes no steps. */
  readonly stage: (typeof stages)[number] | undefined
  readonly children: ReactNode
  readonly aside?: ReactNode
}

export function RequestFrame({ stage, children, aside }: RequestFrameProps) {
  const { t } = useTranslation('payment-request')
  return (
    <div className="flow">
      {stage !== undefined && (
        <Stepper
          label={t('steps.label')}
          stages={stages.map(id => ({ id, name: t(`steps.${id}`) }))}
          stage={stage}
        />
      )}
      <StepColumns aside={aside}>{children}</StepColumns>
    </div>
  )
}

type FigureProps = {
  readonly label: string
  readonly isTotal?: boolean
  /** In somebody's own words, which may be long. */
  readonly isText?: boolean
  readonly children: ReactNode
}

/** One figure with its name. */
export function Figure({ label, isTotal = false, isText = false, children }: FigureProps) {
  return (
    <div className={isTotal ? 'fee-lines__total' : undefined}>
      <dt>{label}</dt>
      <dd className={isText ? 'fee-lines__text' : undefined}>{children}</dd>
    </div>
  )
}
