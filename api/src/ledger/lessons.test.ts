// The lessons of docs/ledger still say what the ledger does, and together show every recipe.
import { readFileSync } from 'node:fs'
import { sentences } from '@jokko/core/recipes'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { LESSONS, lessonNames, runLesson } from '../testing/lessons.ts'

const shown = new Set<string>()

describe('docs/ledger', () => {
  it.each(lessonNames())('%s: the output is what the database answers', async name => {
    const db = await createTestDatabase()
    const client = await db.owner.connect()
    const told = await runLesson(client, name)
    const { rows } = await client.query<{ recipe: string }>('select distinct recipe from ledger.entries')
    client.release()
    await db.close()
    for (const { recipe } of rows) shown.add(recipe)
    expect(told).toBe(readFileSync(`${LESSONS}${name}.out`, 'utf8'))
    expect(told).toMatch(/invariants_broken;\n\n {4}\(nothing\)\n$/)
  })

  afterAll(() => {
    expect(Object.keys(sentences).filter(recipe => !shown.has(recipe))).toEqual([])
  })
})
