// What the address may say about what is open over the dashboard.
import { expect, test } from 'vitest'
import { loginTarget, pageOnly, readDashboardSearch } from './flows.ts'

const id = 'ben_01939f5e-2b7a-7c3d-8e4f-1a2b3c4d5e6f'

test('a flow and its beneficiary are kept', () => {
  expect(readDashboardSearch({ flow: 'transfer', to: id })).toEqual({ flow: 'transfer', to: id })
})

test.each([
  { flow: 'anything' },
  { operation: '<script>' },
  { to: 42 },
  { from: ['a'] },
  { to: `${id}/../payments` },
])('what is not ours is dropped: %o', search => {
  expect(readDashboardSearch(search)).toEqual({})
})

test('the page under what is open keeps what is its own', () => {
  const open = { flow: 'transfer', step: 'bank', payment: 'opn_1', account: 3, to: id, from: id }
  expect(pageOnly({ ...open, operation: 'opn_2', contacts: 'all', status: 'pending', page: 2 })).toEqual({
    status: 'pending',
    page: 2,
  })
})

test.each([
  [{ operation: id }, { operation: id }],
  [
    { flow: 'transfer', from: id },
    { flow: 'transfer', from: id },
  ],
  [{ flow: 'transfer' }, {}],
  [{ flow: 'transfer', to: id }, {}],
  [{}, {}],
] as const)('a sign-in leads on from %o', (search, target) => {
  expect(loginTarget(search)).toEqual(target)
})
