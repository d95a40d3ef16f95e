// The committed description of the API is the one that the routes give.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeApi, OPENAPI_FILE } from './export-openapi.ts'

it('contract/openapi.json is up to date', async () => {
  const committed = await readFile(OPENAPI_FILE, 'utf8')
  expect(committed === (await describeApi()), 'run: node api/src/export-openapi.ts').toBe(true)
})
