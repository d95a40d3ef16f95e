// The frame of one step of a bulk payment: where one is, and the content.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StepColumns, Stepper } from '../common/flow-step.tsx'

const stages = ['beneficiary', 'amount', 'payment', 'confirmation'] as const

type BulkFrameProps = {
  readonly stage: (typeof stages)[number]
  readonly children: ReactNode
  readonly aside?: ReactNode
  /** For a table: as wide as there is room. */
  readonly isWide?: boolean
}

export function BulkFrame({ stage, children, aside, isWide = false }: BulkFrameProps) {
  const { t } = useTranslation('bulk')
  return (
    <div className={isWide ? 'bulk-wide' : 'flow'}>
      <Stepper
        label={t('steps.label')}
        stages={stages.map(id => ({ id, name: t(`steps.${id}`) }))}
        stage={stage}
      />
      {isWide ? children : <StepColumns aside={aside}>{children}</StepColumns>}
    </div>
  )
}
