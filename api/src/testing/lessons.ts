// Runs a lesson of docs/ledger, statement by statement, and tells what the database answered: the SQL with its
// comments, each statement followed by its rows as a table, or by the error that it met.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

export const LESSONS = fileURLToPath(new URL('../../../docs/ledger/', import.meta.url))
const NOTATION = 'notation.sql'
const FIGURE = /^[\d,.-]*$/

export function lessonNames(): string[] {
  return readdirSync(LESSONS)
    .filter(name => name.endsWith('.sql') && name !== NOTATION)
    .map(name => name.slice(0, -'.sql'.length))
    .sort()
}

/** `client` is connected as the owner to a migrated database that nobody else uses. */
export async function runLesson(client: pg.ClientBase, name: string): Promise<string> {
  await client.query(readFileSync(`${LESSONS}${NOTATION}`, 'utf8'))
  const told: string[] = []
  for (const statement of statementsOf(readFileSync(`${LESSONS}${name}.sql`, 'utf8'))) {
    told.push(`${statement}\n\n${await answerTo(client, statement)}`)
  }
  return `${told.join('\n\n')}\n`
}

/** Lessons have no semicolon inside a statement at the end of a line. */
function statementsOf(sql: string): string[] {
  return sql
    .split(/(?<=;)\n/)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
}

async function answerTo(client: pg.ClientBase, statement: string): Promise<string> {
  try {
    const { fields, rows } = await client.query<Record<string, unknown>>(statement)
    return table(
      fields.map(field => field.name),
      rows.map(row => fields.map(field => String(row[field.name] ?? ''))),
    )
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    return `    error ${code}: ${message}`
  }
}

function table(names: string[], rows: string[][]): string {
  if (rows.length === 0) return '    (nothing)'
  const columns = names.map((name, n) => {
    const cells = rows.map(row => row[n] ?? '')
    const width = Math.max(name.length, ...cells.map(cell => cell.length))
    const isFigure = cells.every(cell => FIGURE.test(cell))
    return { name, width, fit: (cell: string) => (isFigure ? cell.padStart(width) : cell.padEnd(width)) }
  })
  const line = (cells: string[]) => `    ${cells.join('   ')}`.trimEnd()
  return [
    line(columns.map(({ name, fit }) => fit(name))),
    line(columns.map(({ width }) => '-'.repeat(width))),
    ...rows.map(row => line(columns.map(({ fit }, n) => fit(row[n] ?? '')))),
  ].join('\n')
}
