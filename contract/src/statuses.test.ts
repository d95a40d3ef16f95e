// Guarantees of the words for states: one for every published value, in every language.
import en from '@jokko/locales/en/statuses.json' with { type: 'json' }
import es from '@jokko/locales/es/statuses.json' with { type: 'json' }
import fr from '@jokko/locales/fr/statuses.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { Badge, customerStatuses, operationTypes } from './history.ts'
import { payinMethods, payoutKinds } from './reference.ts'
import { actions } from './transfer.ts'

const named = {
  status: [...customerStatuses, 'aborted', 'still_checking'],
  step: [...customerStatuses, 'payment_aborted', 'refund_completed', 'on_hold'],
  badge: Badge.options,
  type: operationTypes,
  payin: payinMethods,
  payin_hint: payinMethods,
  payout: payoutKinds,
  action: actions,
} as const

describe.each(Object.entries({ fr, en, es }))('what a customer sees in %s', (_language, texts) => {
  test.each(Object.entries(named))('has a word for every %s', (group, keys) => {
    const words: Record<string, string> = texts[group as keyof typeof named]
    expect(keys.filter(key => !words[key])).toEqual([])
  })
})
