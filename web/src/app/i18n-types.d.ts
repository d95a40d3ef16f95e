// Makes every key of the texts a type: a wrong key does not compile. One line per area.
import type access from '@jokko/locales/fr/access.json'
import type bank from '@jokko/locales/fr/bank.json'
import type bulk from '@jokko/locales/fr/bulk.json'
import type common from '@jokko/locales/fr/common.json'
import type contacts from '@jokko/locales/fr/contacts.json'
import type deposit from '@jokko/locales/fr/deposit.json'
import type errors from '@jokko/locales/fr/errors.json'
import type flow from '@jokko/locales/fr/flow.json'
import type history from '@jokko/locales/fr/history.json'
import type home from '@jokko/locales/fr/home.json'
import type payin from '@jokko/locales/fr/payin.json'
import type paymentRequest from '@jokko/locales/fr/payment-request.json'
import type statuses from '@jokko/locales/fr/statuses.json'
import type transfer from '@jokko/locales/fr/transfer.json'
import type withdraw from '@jokko/locales/fr/withdraw.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      access: typeof access
      bank: typeof bank
      bulk: typeof bulk
      common: typeof common
      contacts: typeof contacts
      deposit: typeof deposit
      errors: typeof errors
      flow: typeof flow
      history: typeof history
      home: typeof home
      payin: typeof payin
      'payment-request': typeof paymentRequest
      statuses: typeof statuses
      transfer: typeof transfer
      withdraw: typeof withdraw
    }
  }
}
