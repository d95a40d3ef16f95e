// Makes every key of the texts a type: a wrong key does not compile. One line per area.
import type access from '@jokko/locales/fr/access.json'
import type bank from '@jokko/locales/fr/bank.json'
import type common from '@jokko/locales/fr/common.json'
import type history from '@jokko/locales/fr/history.json'
import type home from '@jokko/locales/fr/home.json'
import type statuses from '@jokko/locales/fr/statuses.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      access: typeof access
      bank: typeof bank
      common: typeof common
      history: typeof history
      home: typeof home
      statuses: typeof statuses
    }
  }
}
