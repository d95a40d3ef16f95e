// The frame of one step: where one is, the heading that takes the focus, the content, and the way back and on.
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './step-frame.css'

const stages = ['beneficiary', 'amount', 'payment', 'confirmation'] as const
export type Stage = (typeof stages)[number]

function Stepper({ stage }: { stage: Stage }) {
  const { t } = useTranslation('transfer')
  const here = stages.indexOf(stage)
  return (
    <>
      <ol className="transfer-stepper" aria-label={t('steps.label')}>
        {stages.map((name, place) => (
          <li
            key={name}
            className="transfer-stepper__stage"
            data-state={place < here ? 'done' : place === here ? 'here' : 'ahead'}
            aria-current={place === here ? 'step' : undefined}
          >
            <span className="transfer-stepper__mark tabular" aria-hidden="true">
              {place < here ? <IconCheck size={16} stroke={2.5} /> : place + 1}
            </span>
            {t(`steps.${name}`)}
            {place < here && <span className="visually-hidden"> ({t('steps.done')})</span>}
          </li>
        ))}
      </ol>
      <p className="transfer-position" role="status">
        {t('steps.position', { number: here + 1, count: stages.length, name: t(`steps.${stage}`) })}
      </p>
    </>
  )
}

/** The heading of a step: it takes the focus when the step appears. */
export function StepHeading({ children, id }: { children: ReactNode; id?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.slide-up')?.scrollTo({ top: 0 })
  }, [])
  return (
    <h2 className="transfer-heading" ref={heading} tabIndex={-1} id={id}>
      {children}
    </h2>
  )
}

type StepFrameProps = {
  readonly stage: Stage
  readonly children: ReactNode
  /** Stands beside the content where there is room, under it elsewhere. */
  readonly aside?: ReactNode
}

export function StepFrame({ stage, children, aside }: StepFrameProps) {
  return (
    <div className="transfer">
      <Stepper stage={stage} />
      <div className="transfer__columns" data-aside={aside !== undefined || undefined}>
        <div className="transfer__main">{children}</div>
        {aside !== undefined && <div className="transfer__aside">{aside}</div>}
      </div>
    </div>
  )
}

type StepFormProps = {
  readonly children: ReactNode
  readonly onSubmit: () => void
  readonly onBack?: (() => void) | undefined
  readonly submitLabel?: string
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
}

/** A step that is filled in; Enter goes on, as the button does. */
export function StepForm(props: StepFormProps) {
  const { t } = useTranslation('transfer')
  const { children, onSubmit, onBack, submitLabel, isBusy = false, isDisabled = false } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && !isDisabled) onSubmit()
  }
  return (
    <form className="transfer-form" onSubmit={submit} noValidate>
      {children}
      <div className="transfer-buttons">
        {onBack !== undefined && (
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={isDisabled}>
          {submitLabel ?? t('continue')}
        </Button>
      </div>
    </form>
  )
}

/** Brings the first field that needs attention under the cursor, once its error has been drawn. */
export function focusFirstError(within: HTMLElement | null): void {
  const focus = () => within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-step-error]')?.focus()
  // Fields that were disabled while the server was asked are enabled in the frame before.
  requestAnimationFrame(() => requestAnimationFrame(focus))
}
