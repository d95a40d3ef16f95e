// What an operator types is one command with all that it needs, or a sentence that says what is missing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HELP, Misunderstood, readCommand } from './command-line.ts'

const who = ['--reason', 'Seen with the bank', '--operator', 'mariam']
const by = { operator: 'mariam', reason: 'Seen with the bank' }

describe('understood', () => {
  test.each([
    ['release opn_1', { name: 'release', operationId: 'opn_1' }],
    ['refuse opn_1', { name: 'refuse', operationId: 'opn_1' }],
    ['refund opn_1', { name: 'refund', operationId: 'opn_1', to: 'source' }],
    ['refund opn_1 --to balance', { name: 'refund', operationId: 'opn_1', to: 'balance' }],
    ['confirm opn_1 --paid VIR-1', { name: 'confirm', operationId: 'opn_1', paid: 'VIR-1' }],
    [
      'confirm opn_1 --failed wallet_ceiling',
      { name: 'confirm', operationId: 'opn_1', failed: 'wallet_ceiling' },
    ],
    ['match 7 --operation opn_1', { name: 'match', line: '7', operationId: 'opn_1' }],
    ['match 7 --customer awa@jokko.example', { name: 'match', line: '7', customer: 'awa@jokko.example' }],
    ['match 7 --back', { name: 'match', line: '7', back: true }],
    [
      'fee transfer card --percent 1.9 --flat 0.00 --min 1.50',
      { name: 'fee', purpose: 'transfer', method: 'card', percent: '1.9', flat: '0.00', minimum: '1.50' },
    ],
    [
      'limit customer_day EUR 250000.00',
      { name: 'limit', kind: 'customer_day', currency: 'EUR', ceiling: '250000.00' },
    ],
    ['flag short_tolerance_cents 2', { name: 'flag', flag: 'short_tolerance_cents', value: '2' }],
  ])('%s', (typed, command) => {
    expect(readCommand([...typed.split(' '), ...who])).toEqual({ ...command, ...by })
  })

  test('the list needs no reason', () => {
    expect(readCommand(['list'])).toEqual({ name: 'list' })
  })

  test('who decides has a name, if only that of this command', () => {
    expect(readCommand(['release', 'opn_1', '--reason', 'x'])).toMatchObject({ operator: 'cli' })
  })
})

describe('not understood', () => {
  test('the help for nothing', () => {
    expect(() => readCommand([])).toThrow(new Misunderstood(''))
  })

  test.each(['dance', 'lists', 'constructor', 'dance opn_1 --reason x'])(
    'which word of "%s" is unknown',
    typed => {
      const [word] = typed.split(' ')
      expect(() => readCommand(typed.split(' '))).toThrow(
        new Misunderstood(`There is no command "${word}". These are known:\n\n${HELP}`),
      )
    },
  )

  test('on the command line it is said where errors are said, and the command has failed', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['api/src/operator.ts', 'dance'], {
      cwd: join(import.meta.dirname, '../../..'),
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('There is no command "dance".')
  })

  test.each([
    ['release opn_1', 'needs its reason'],
    ['release opn_1 --reason \u200b', 'needs its reason'],
    ['release opn_1 --reason x --operator a;b', '--operator'],
    ['release opn_1 --reason x --force', '--force'],
    ['release --reason x', '<operation>'],
    ['release opn_1 opn_2 --reason x', '<operation>'],
    ['refund opn_1 --to me --reason x', '--to is source or balance'],
    ['confirm opn_1 --reason x', 'Was it paid or not'],
    ['confirm opn_1 --paid A --failed b --reason x', 'Was it paid or not'],
    ['match 7 --reason x', 'Whose is it'],
    ['match 7 --back --customer c --reason x', 'Whose is it'],
    ['match --back --reason x', '<bank line>'],
    ['fee transfer card --percent 1 --reason x', 'all of --percent, --flat and --min'],
    ['limit customer_day EUR --reason x', '<kind> <currency> <ceiling>'],
    ['flag features --reason x', '<name> <json>'],
  ])('%s', (typed, says) => {
    expect(() => readCommand(typed.split(' '))).toThrow(says)
  })
})
