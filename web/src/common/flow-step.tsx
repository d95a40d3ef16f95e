// The parts of one step of a money flow: where one is, the heading that takes the focus, and the way back and on.
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { onceDrawn } from './focus.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import './flow-step.css'

type StepperProps = {
  readonly label: string
  /** In order, each with its words. */
  readonly stages: readonly { readonly id: string; readonly name: string }[]
  readonly stage: string
  /** The width from which all stages are shown; one sentence stands for them elsewhere. */
  readonly from?: 500 | 900
}

export function Stepper({ label, stages, stage, from = 900 }: StepperProps) {
  const { t } = useTranslation('flow')
  const here = stages.findIndex(({ id }) => id === stage)
  const name = stages[here]?.name ?? ''
  return (
    <div className="flow-where" data-from={from}>
      <ol className="flow-stepper" aria-label={label}>
        {stages.map((one, place) => (
          <li
            key={one.id}
            className="flow-stepper__stage"
            data-state={place < here ? 'done' : place === here ? 'here' : 'ahead'}
            aria-current={place === here ? 'step' : undefined}
          >
            <span className="flow-stepper__mark tabular" aria-hidden="true">
              {place < here ? <IconCheck size={16} stroke={2.5} /> : place + 1}
            </span>
            <span className="flow-stepper__name">{one.name}</span>
            {place < here && <span className="visually-hidden"> ({t('steps.done')})</span>}
          </li>
        ))}
      </ol>
      <p className="flow-position" role="status">
        {t('steps.position', { number: here + 1, count: stages.length, name })}
      </p>
    </div>
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
    <h2 className="flow-heading" ref={heading} tabIndex={-1} id={id}>
      {children}
    </h2>
  )
}

type ColumnsProps = {
  readonly children: ReactNode
  /** Stands beside the content where there is room, under it elsewhere. */
  readonly aside?: ReactNode
}

export function StepColumns({ children, aside }: ColumnsProps) {
  return (
    <div className="flow__columns" data-aside={aside !== undefined || undefined}>
      <div>{children}</div>
      {aside !== undefined && <div className="flow__aside">{aside}</div>}
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
  const { t } = useTranslation('flow')
  const { children, onSubmit, onBack, submitLabel, isBusy = false, isDisabled = false } = props
  const button = useKeptFocus(isBusy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && !isDisabled) onSubmit()
  }
  return (
    <form className="flow-form" onSubmit={submit} noValidate>
      {children}
      <div className="flow-buttons">
        {onBack !== undefined && (
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <Button ref={button} type="submit" loading={isBusy} disabled={isDisabled}>
          {submitLabel ?? t('continue')}
        </Button>
      </div>
    </form>
  )
}

/** Brings the first field that needs attention under the cursor, once its error has been drawn. */
export function focusFirstError(within: HTMLElement | null): void {
  const focus = () => within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-step-error]')?.focus()
  onceDrawn(focus)
}
