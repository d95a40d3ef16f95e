// The bank doubts that the account is in this name: what it said, and how one goes on.
import type { PayeeCheck } from '@jokko/contract/withdraw'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { Dialog } from '../common/dialog.tsx'

export type PayeeDoubt = { readonly check: PayeeCheck; readonly actualName: string | undefined }

const payeeChecks: readonly PayeeCheck[] = ['match', 'close_match', 'no_match', 'not_possible']

export function payeeDoubtIn(error: Error): PayeeDoubt | undefined {
  if (!(error instanceof ApiError) || error.code !== 'payee_check_needed') return undefined
  const { body } = error
  if (typeof body !== 'object' || body === null || !('payee_check' in body)) return undefined
  const check = payeeChecks.find(known => known === body.payee_check)
  const name = 'actual_name' in body ? body.actual_name : undefined
  return check && { check, actualName: typeof name === 'string' ? name : undefined }
}

type PayeeQuestionProps = {
  readonly doubt: PayeeDoubt
  /** Back to the form. */
  readonly onChange: () => void
  readonly onCorrect: (name: string) => Promise<void>
  readonly onAccept: () => void
}

export function PayeeQuestion({ doubt, onChange, onCorrect, onAccept }: PayeeQuestionProps) {
  const { t } = useTranslation('withdraw')
  const { check, actualName } = doubt
  const [isCorrecting, setCorrecting] = useState(false)
  const correct = async (name: string) => {
    setCorrecting(true)
    await onCorrect(name).finally(() => setCorrecting(false))
  }
  return (
    <Dialog title={t(`payee.${check}.title`)} onClose={onChange}>
      <p className="dialog-text">{t(`payee.${check}.text`, { name: actualName ?? '' })}</p>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onChange} data-autofocus>
          {t('payee.change')}
        </Button>
        {actualName !== undefined && (
          <Button loading={isCorrecting} onClick={() => void correct(actualName)}>
            {t('payee.correct')}
          </Button>
        )}
        <Button color="clay" variant={actualName === undefined ? 'filled' : 'subtle'} onClick={onAccept}>
          {t('payee.accept')}
        </Button>
      </div>
    </Dialog>
  )
}
