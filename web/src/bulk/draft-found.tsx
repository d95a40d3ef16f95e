// A draft that was left: gone on with, or put away for a new one.
import type { Bulk } from '@jokko/contract/bulk'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { useCountryName } from '../common/country-name.ts'
import { formatMinute } from '../common/date.ts'
import { StepHeading } from '../common/flow-step.tsx'
import { problemText } from '../common/problem-text.ts'
import { BulkFrame } from './bulk-frame.tsx'

type DraftFoundProps = {
  readonly bulk: Bulk
  readonly onContinue: () => void
  readonly onAnew: () => Promise<void>
}

export function DraftFound({ bulk, onContinue, onAnew }: DraftFoundProps) {
  const { t, i18n } = useTranslation('bulk')
  const format = useAmountFormat()
  const countryName = useCountryName()
  const { mutate, isPending } = useMutation({
    mutationFn: onAnew,
    onError: error => void notify(problemText(error), 'failure'),
  })
  return (
    <BulkFrame stage="beneficiary">
      <StepHeading>{t('draft.heading')}</StepHeading>
      <section className="card" data-testid="draft-found">
        <p className="dialog-text">
          {t('draft.text', {
            count: bulk.rows,
            amount: format(bulk.total_without_fees, 'EUR'),
            country: countryName(bulk.country_code),
            date: formatMinute(bulk.updated_at, i18n.language),
          })}
        </p>
        {bulk.file_name !== '' && <p className="flow-note">{t('file_name', { name: bulk.file_name })}</p>}
        <div className="flow-buttons">
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {t('draft.anew')}
          </Button>
          <Button onClick={onContinue}>{t('draft.continue')}</Button>
        </div>
      </section>
    </BulkFrame>
  )
}
