// Where the money is: its route, live, and the steps with their dates.
import type { OperationDetail } from '@jokko/contract/history'
import { StatusBadge, type StatusTone } from '@jokko/ui/status-badge'
import { useTranslation } from 'react-i18next'
import { formatSecond } from '../common/date.ts'
import { OperationRoute } from '../common/operation-route.tsx'
import { useOperationWords } from '../common/operation-words.ts'

type ServerStep = OperationDetail['statuses'][number]
type Step = { readonly label: string; readonly tone: StatusTone; readonly datetime: string | null }

const toneOf: Record<ServerStep['state'], StatusTone> = {
  done: 'done',
  failed: 'failed',
  waiting: 'started',
}

function stepLabel(step: ServerStep, language: string): string {
  if (language === 'fr') return step.message_fr
  return language === 'es' ? step.message_es : step.message_en
}

/** The server's steps; an operation that has none was asked for, and stands as it stands. */
function useSteps(operation: OperationDetail): readonly Step[] {
  const { t, i18n } = useTranslation('history')
  const { statusOf } = useOperationWords()
  if (operation.statuses.length > 0) {
    return operation.statuses.map(step => ({
      label: stepLabel(step, i18n.language),
      tone: toneOf[step.state],
      datetime: step.datetime,
    }))
  }
  return [
    { label: t('asked_for'), tone: 'done', datetime: operation.start_date },
    { label: statusOf(operation), tone: operation.badge, datetime: operation.end_date },
  ]
}

function Steps({ operation }: { operation: OperationDetail }) {
  const { t, i18n } = useTranslation(['history', 'statuses'])
  const steps = useSteps(operation)
  return (
    <section className="operation__steps" aria-labelledby="operation-steps">
      <h4 className="operation__subtitle" id="operation-steps">
        {t('steps_title')}
      </h4>
      <ol className="operation__step-list">
        {steps.map(step => (
          <li key={step.label}>
            <StatusBadge tone={step.tone} label={step.label} />
            {step.datetime === null ? (
              <span className="operation__step-time">{t('step.on_hold', { ns: 'statuses' })}</span>
            ) : (
              <time className="operation__step-time tabular" dateTime={step.datetime}>
                {formatSecond(step.datetime, i18n.language)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

export function StatusPanel({ operation }: { operation: OperationDetail }) {
  const { t } = useTranslation('history')
  const { route } = operation
  return (
    <div className="operation__status">
      {route.length > 0 && (
        <section aria-labelledby="operation-route">
          <h4 className="operation__subtitle" id="operation-route">
            {t('route_title')}
          </h4>
          <OperationRoute stops={route} orientation="vertical" live={operation.done_at === null} />
        </section>
      )}
      <Steps operation={operation} />
    </div>
  )
}
