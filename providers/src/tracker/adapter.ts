// Tells the tracker what a person did. Told again after an answer was lost, an event is counted once by its id.
import { refuseSandbox } from '../environment.ts'
import { noAnswer, retryable } from '../http/answers.ts'
import type { AppEnvironment, TrackedEvent, Tracker, TrackerAnswer } from '../port.ts'
import { type TrackerConnection, type TrackerResult, trackerClient } from './client.ts'

export type TrackerConfig = TrackerConnection & { readonly appEnv: AppEnvironment }

export const createTracker = (config: TrackerConfig): Tracker => {
  refuseSandbox(config.appEnv, config.url)
  const client = trackerClient(config)
  return { track: async event => answerOf(await client.track(trackBody(event))) }
}

const trackBody = ({ id, userId, name, properties, at }: TrackedEvent) => ({
  messageId: id,
  userId,
  event: name,
  properties,
  timestamp: at.toISOString(),
})

const answerOf = (result: TrackerResult): TrackerAnswer => {
  switch (result.kind) {
    case 'taken':
      return { kind: 'accepted' }
    case 'no_answer':
      return noAnswer(result)
    case 'not_sent':
      return retryable('unreachable', { code: result.detail, retryAfterSeconds: undefined })
    case 'error':
      return refusalOf(result)
  }
}

const refusalOf = ({
  status,
  retryAfterSeconds,
}: Extract<TrackerResult, { kind: 'error' }>): TrackerAnswer => {
  const told = { code: `HTTP ${status}`, retryAfterSeconds }
  if (status === 429) return retryable('rate_limited', told)
  if (status === 401 || status === 403) return retryable('not_authorised', told)
  return status >= 500 ? retryable('unreachable', told) : { kind: 'declined', detail: `HTTP ${status}` }
}
