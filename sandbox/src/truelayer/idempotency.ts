// Does each request once: the same Idempotency-Key with the same body is answered as the first time, with another refused.
import { createHash } from 'node:crypto'
import type { World } from '../world/world.ts'
import { TrueLayerProblem } from './problems.ts'

export type KeptAnswer = { readonly status: number; readonly body: object | undefined }

type AnswerRow = { digest: string; status: number; answer: string }

export function answerOnce(
  { store }: World,
  request: { key: string; path: string; body: string },
  work: () => KeptAnswer,
): KeptAnswer {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(request.key))
    throw new TrueLayerProblem(400, 'invalid-parameters', 'The Idempotency-Key must be a UUID.')
  const digest = createHash('sha256').update(`${request.path}\n${request.body}`).digest('hex')
  return store.transaction(() => {
    const kept = store.get<AnswerRow>(
      'update truelayer_answers set repeats = repeats + 1 where key = ? returning digest, status, answer',
      request.key,
    )
    if (kept && kept.digest !== digest)
      throw new TrueLayerProblem(422, 'idempotency-key-reuse', 'The Idempotency-Key was used before.')
    if (kept) return { status: kept.status, body: JSON.parse(kept.answer) ?? undefined }
    const answer = work()
    store.run(
      'insert into truelayer_answers (key, digest, status, answer) values (?, ?, ?, ?)',
      request.key,
      digest,
      answer.status,
      JSON.stringify(answer.body ?? null),
    )
    return answer
  })
}
