// Puts the words of new operations in their places in the index, so that a search need not read them one by one.
import type { Deps } from '../deps.ts'

export async function sortWords({ pool }: Deps): Promise<void> {
  await pool.query('select app.sort_words()')
}
