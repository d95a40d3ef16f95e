// Where the money is: its route, live, and the steps with their dates.
import type { OperationDetail } from '@jokko/contract/history'
import { StatusBadge, type StatusTone } from '@jokko/ui/status-badge'
import { useTranslation } from 'react-i18next'
import { formatSecond } from '../common/date.ts'
import { OperationRoute } from '../common/operation-route.tsx'

type Step = OperationDetail['statuses'][number]

const toneOf: Record<Step['state'], StatusTone> = { done: 'done', failed: 'failed', waiting: 'started' }

function stepLabel(step: Step, language: string): string {
  if (language === 'fr') return step.message_fr
  return language === 'es' ? step.message_es : step.message_en
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const { t, i18n } = useTranslation(['history', 'statuses'])
  return (
    <section className="operation__steps" aria-labelledby="operation-steps">
      <h4 className="operation__subtitle" id="operation-steps">
        {t('steps_title')}
      </h4>
      <ol className="operation__step-list">
        {steps.map(step => (
          <li key={step.status}>
            <StatusBadge tone={toneOf[step.state]} label={stepLabel(step, i18n.language)} />
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
  const { route, statuses } = operation
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
      {statuses.length > 0 && <Steps steps={statuses} />}
    </div>
  )
}
