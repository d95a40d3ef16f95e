// The worker that reads, as functions that answer later.
import type { BulkCountry, ReadRow } from '@jokko/core/bulk-rows'
import { startWorker } from '../app/trusted-types.ts'
import type { Cells } from './bulk-columns.ts'
import type { FileReading } from './read-file.ts'
import workerAddress from './reading-worker.ts?worker&url'

export type Question =
  | { readonly kind: 'file'; readonly bytes: ArrayBuffer; readonly mostRows: number }
  | { readonly kind: 'pasted'; readonly text: string; readonly mostRows: number }
  | { readonly kind: 'cells'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly Cells[]; readonly country: BulkCountry }

export type Reader = {
  readonly file: (bytes: ArrayBuffer, mostRows: number) => Promise<FileReading>
  readonly pasted: (text: string, mostRows: number) => Promise<FileReading>
  readonly cells: (text: string) => Promise<readonly (readonly string[])[]>
  readonly rows: (rows: readonly Cells[], country: BulkCountry) => Promise<readonly ReadRow[]>
  readonly stop: () => void
}

type Waiting = { readonly settle: (answer: unknown) => void; readonly fail: (error: Error) => void }

export function startReader(): Reader {
  const worker = startWorker(workerAddress)
  const waiting = new Map<number, Waiting>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: unknown }>) => {
    waiting.get(data.id)?.settle(data.answer)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', () => {
    for (const { fail } of waiting.values()) fail(new Error('The reading of rows broke off'))
    waiting.clear()
  })
  const ask = <Answer>(question: Question, transfer: Transferable[] = []): Promise<Answer> =>
    new Promise((settle, fail) => {
      last += 1
      waiting.set(last, { settle: answer => settle(answer as Answer), fail })
      worker.postMessage({ id: last, question }, transfer)
    })
  return {
    file: (bytes, mostRows) => ask({ kind: 'file', bytes, mostRows }, [bytes]),
    pasted: (text, mostRows) => ask({ kind: 'pasted', text, mostRows }),
    cells: text => ask({ kind: 'cells', text }),
    rows: (rows, country) => ask({ kind: 'rows', rows, country }),
    stop: () => worker.terminate(),
  }
}
