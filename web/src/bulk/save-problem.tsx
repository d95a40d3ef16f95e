// What kept the table from being saved, and what can be done about it.
import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { problemText } from '../common/problem-text.ts'
import { useBulk } from './bulk-context.ts'
import './save-problem.css'

function WaysOut({ code }: { code: string | undefined }) {
  const { t } = useTranslation(['bulk', 'common'])
  const { saved, route, onReadAgain } = useBulk()
  const { draft } = saved
  if (code === 'bulk_has_started' && draft !== undefined)
    return (
      <Button size="compact-md" variant="default" onClick={() => void route.showPayment(draft.id, 'done')}>
        {t('again.see')}
      </Button>
    )
  if (code !== 'stale_version')
    return (
      <Button size="compact-md" variant="default" onClick={saved.saveNow}>
        {t('retry', { ns: 'common' })}
      </Button>
    )
  return (
    <>
      <Button size="compact-md" variant="default" onClick={onReadAgain}>
        {t('elsewhere.see')}
      </Button>
      <Button size="compact-md" variant="default" onClick={saved.saveOver}>
        {t('elsewhere.keep')}
      </Button>
    </>
  )
}

export function SaveProblem() {
  const { t } = useTranslation('bulk')
  const { error } = useBulk().saved
  if (error === null) return null
  const code = error instanceof ApiError ? error.code : undefined
  return (
    <Alert color="amber" role="alert" className="save-problem">
      <p className="dialog-text">{code === 'stale_version' ? t('elsewhere.text') : problemText(error)}</p>
      <div className="save-problem__ways">
        <WaysOut code={code} />
      </div>
    </Alert>
  )
}
