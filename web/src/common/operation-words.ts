// The words for an operation's kind and status, in the reader's language.
import type { OperationRow } from '@jokko/contract/history'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

type Worded = Pick<
  OperationRow,
  | 'operation_type'
  | 'operation_type_fr'
  | 'operation_type_en'
  | 'status'
  | 'aborted'
  | 'operation_status_fr'
  | 'operation_status_en'
>

const inStatuses = (language: string, key: string): string | undefined => {
  const text: unknown = i18next.getResource(language, 'statuses', key)
  return typeof text === 'string' ? text : undefined
}

export function useOperationWords() {
  const { i18n } = useTranslation(['common', 'statuses'])
  const language = i18n.language
  return {
    typeOf: (operation: Worded): string =>
      inStatuses(language, `type.${operation.operation_type}`) ??
      (language === 'fr' ? operation.operation_type_fr : operation.operation_type_en),
    statusOf: (operation: Worded): string =>
      language === 'fr'
        ? operation.operation_status_fr
        : language === 'en'
          ? operation.operation_status_en
          : (inStatuses(language, `status.${operation.aborted ? 'aborted' : operation.status}`) ??
            operation.operation_status_en),
  }
}
