// How long a stretch takes, in words: minutes and hours as the server gives them.
import type { Minutes } from '@jokko/core/delivery'
import { useTranslation } from 'react-i18next'

export type DurationWords =
  | { readonly key: 'at_once' }
  | { readonly key: 'within_minutes' | 'within_hours'; readonly max: number }
  | { readonly key: 'minutes' | 'hours' | 'minutes_hours'; readonly min: number; readonly max: number }

const hour = 60
const hours = (minutes: number): number => Math.round(minutes / hour)

export function durationWords({ min, max }: Minutes): DurationWords {
  if (max === 0) return { key: 'at_once' }
  if (max <= hour) return min === 0 ? { key: 'within_minutes', max } : { key: 'minutes', min, max }
  if (min === 0) return { key: 'within_hours', max: hours(max) }
  if (min < hour) return { key: 'minutes_hours', min, max: hours(max) }
  return { key: 'hours', min: hours(min), max: hours(max) }
}

/** The part of a delivery that the payout does not explain: the way of the sender's money to us. */
export const payinMinutes = (delivery: Minutes, payout: Minutes): Minutes => ({
  min: Math.max(0, delivery.min - payout.min),
  max: Math.max(0, delivery.max - payout.max),
})

/** Inside a sentence: `en 1 à 5 min`. */
export function useDuration(): (minutes: Minutes) => string {
  const { t } = useTranslation('flow')
  return minutes => {
    const { key, ...blanks } = durationWords(minutes)
    return t(`duration.${key}`, blanks)
  }
}

/** Standing alone: `En 1 à 5 min`. */
export function useDurationLabel(): (minutes: Minutes) => string {
  const duration = useDuration()
  return minutes => {
    const words = duration(minutes)
    return words.charAt(0).toLocaleUpperCase() + words.slice(1)
  }
}
