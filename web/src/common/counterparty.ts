// Whom an operation is with: a name, or how many there are.
import type { OperationRow } from '@jokko/contract/history'
import { useTranslation } from 'react-i18next'

type Shared = Pick<OperationRow, 'beneficiaries' | 'fullname'>

export function useCounterparty(): (operation: Shared) => string {
  const { t } = useTranslation('common')
  return ({ beneficiaries, fullname }) =>
    beneficiaries === null ? fullname : t('operations.beneficiaries', { count: beneficiaries })
}
