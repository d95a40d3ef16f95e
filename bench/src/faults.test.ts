// The short form of the fault run: two API processes and a worker, killed at random points, and companies that lose,
// delay and repeat what they say.
import { expect, test } from 'vitest'
import { runBulkFaults } from './faults/bulk.ts'
import { runFaults } from './faults/run.ts'

test('after six kills nothing is lost, doubled, stuck or wrong', { timeout: 600_000 }, async () => {
  const seed = 20_261_128
  const { findings, ...report } = await runFaults({ operations: 60, kills: 6, seed, fast: true })
  expect(findings).toEqual({ lost: [], doubled: [], stuck: [], violations: [] })
  expect(report).toMatchObject({ operations: 60, kills: 6 })
  const flows = ['transfer', 'deposit', 'withdrawal', 'request', 'dispute', 'refund']
  expect(Object.keys(report.states)).toEqual(expect.arrayContaining(flows))
  expect(report.states['dispute']).toMatchObject({ won: expect.any(Number), settled: expect.any(Number) })
})

test('after four kills each row of a bulk was paid at most once, and every cent is accounted for', {
  timeout: 600_000,
}, async () => {
  const { findings, ...report } = await runBulkFaults({ rows: 60, kills: 4, seed: 7, fast: true })
  expect(findings).toEqual({ lost: [], doubled: [], stuck: [], violations: [] })
  expect(report).toMatchObject({ rows: 60, kills: 4 })
})
