// What a sheet says, as people and their spreadsheets write it.
import { expect, test } from 'vitest'
import { peopleIn } from './transform.ts'

const id = 'usr_01939f5e-2b7a-7c3d-8e4f-1a2b3c4d5e6f'

test('ids, addresses and numbers of the first column; what else stands there is counted', () => {
  expect(peopleIn(`user,why\n${id},x\n"Awa@Jokko.example",y\n+2250701020304\n\nMadame Ndiaye,z\n`)).toEqual({
    people: { ids: [id], emails: ['awa@jokko.example'], phones: ['+2250701020304'] },
    unread: 1,
  })
})

test.each([
  ['a byte-order mark and line ends of Windows', '\uFEFFUser;why\r\nawa@jokko.example;x\r\n'],
  ['tabs', 'USER\twhy\nawa@jokko.example\tx'],
])('%s', (_, sheet) => {
  expect(peopleIn(sheet)?.people.emails).toEqual(['awa@jokko.example'])
})

test('a list of nobody is a list', () => {
  expect(peopleIn('user\n')).toEqual({ people: { ids: [], emails: [], phones: [] }, unread: 0 })
})

test.each(['', '<!doctype html><title>Sign in</title>', 'name\nawa@jokko.example'])(
  'what is no list says nothing: %j',
  sheet => {
    expect(peopleIn(sheet)).toBeUndefined()
  },
)
