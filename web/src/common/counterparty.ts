// Whom an operation is with: a name, how many there are, or whoever has its link.
import type { OperationRow } from '@jokko/contract/history'
import { useTranslation } from 'react-i18next'

type Shared = Pick<OperationRow, 'beneficiaries' | 'fullname'>

export function useCounterparty(): (operation: Shared) => string {
  const { t } = useTranslation('common')
  return ({ beneficiaries, fullname }) => {
    if (beneficiaries !== null) return t('operations.beneficiaries', { count: beneficiaries })
    return fullname === '' ? t('operations.by_link') : fullname
  }
}
