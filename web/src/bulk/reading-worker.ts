// Reads files, pasted cells and rows away from the screen, so that neither typing nor scrolling waits for it.
import { type BulkCountry, readBulkRow } from '@jokko/core/bulk-rows'
import type { Cells } from './bulk-columns.ts'
import { pastedCells, readFile, readPasted } from './read-file.ts'
import type { Question } from './reader.ts'

const readRows = (rows: readonly Cells[], country: BulkCountry) =>
  rows.map(cells => readBulkRow(cells, country))

function answer(question: Question) {
  switch (question.kind) {
    case 'file':
      return readFile(new Uint8Array(question.bytes), question.mostRows)
    case 'pasted':
      return readPasted(question.text, question.mostRows)
    case 'cells':
      return pastedCells(question.text)
    case 'rows':
      return readRows(question.rows, question.country)
  }
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  postMessage({ id: data.id, answer: answer(data.question) })
})
