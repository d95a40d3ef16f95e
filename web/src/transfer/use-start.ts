// A transfer that was opened for a contact, or to repeat an operation, begins with what is known of it.
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useUser } from '../app/session.tsx'
import type { TransferEvent } from './transfer-flow.ts'
import type { TransferState } from './transfer-state.ts'

/** True until what is known has been read. What cannot be read is typed instead. */
export function useStart(state: TransferState, tell: Dispatch<TransferEvent>): boolean {
  const { t } = useTranslation('transfer')
  const client = useQueryClient()
  const { country } = useUser()
  const { to, from } = state.opened
  const hasBeginning = to !== undefined || from !== undefined
  const isUntouched =
    state.beneficiary === undefined && state.amount.text === '' && state.submission === undefined
  const [isStarting, setStarting] = useState(hasBeginning && isUntouched)
  const begun = useRef(false)
  useEffect(() => {
    if (!isStarting || begun.current) return
    begun.current = true
    import('./beginning.ts')
      .then(({ begin }) => begin(client, { to, from, country }, tell))
      .catch(() => notify(t('repeat.failed'), 'failure'))
      .finally(() => setStarting(false))
  }, [isStarting, client, to, from, country, tell, t])
  return isStarting
}
