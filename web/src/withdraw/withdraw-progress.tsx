// How far a withdrawal is: a bar with its three stages where there is room, one sentence elsewhere.
import { useTranslation } from 'react-i18next'
import './withdraw-progress.css'

const stages = ['details', 'verification', 'confirmation'] as const
export type Stage = (typeof stages)[number]

const percent: { readonly [stage in Stage]: number } = { details: 20, verification: 48, confirmation: 100 }

export function WithdrawProgress({ stage }: { stage: Stage }) {
  const { t } = useTranslation(['withdraw', 'flow'])
  const here = stages.indexOf(stage)
  const position = t('steps.position', {
    ns: 'flow',
    number: here + 1,
    count: stages.length,
    name: t(`stage.${stage}`),
  })
  return (
    <div className="withdraw-progress" data-stage={stage}>
      <progress
        className="withdraw-progress__bar"
        value={percent[stage]}
        max={100}
        aria-label={t('progress')}
        aria-valuetext={position}
      />
      <ol className="withdraw-progress__stages" aria-hidden="true">
        {stages.map((one, place) => (
          <li key={one} data-state={place < here ? 'done' : place === here ? 'here' : 'ahead'}>
            {t(`stage.${one}`)}
          </li>
        ))}
      </ol>
      <p className="withdraw-progress__position">{position}</p>
    </div>
  )
}
