// Finds rows by their words at any length of a history. Frequent words stand among the first rows of any order, which are
// looked at one by one; all others are found by the index of their trigrams.
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Rows that are looked at before the index is asked. */
const AHEAD = 1_200
/** Where most of so many rows fit, counting one by one soon comes to its limit. */
const SAMPLE = 100

export type Searched = {
  viewer: string
  receives: boolean
  book: string
  words: readonly string[]
  /** From and where, with all conditions but the words. */
  rows: Sql
}

/** A shorter word has no trigram. */
const isIndexed = (word: string): boolean => /[a-z0-9]{3}/.test(word)

/** The same as the patterns of the index, written so that no index is used for it. */
const have = (words: readonly string[]): Sql =>
  sql.join(
    words.map(word => sql`position(${word} in search) > 0`),
    sql` and `,
  )

/** Ids in no order. Words are never patterns; what has no trigram is left to whoever reads the rows. */
function byIndex({ viewer, receives, book, words }: Searched, most: number | null): Sql {
  const patterns = words.filter(isIndexed).map(word => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  return sql`array(select app.find_words(${viewer}, ${receives}, ${book}, ${patterns}, ${most}))`
}

/** Other conditions may leave so few rows that looking at each is quickest, however many have the words. */
const areFew = (rows: Sql): Sql =>
  sql`(select count(*) from (select 1 ${rows} limit ${sql.lit(AHEAD)}) few) < ${sql.lit(AHEAD)}`

/** The ids of a page: out of the first rows when they fill it or are all, else out of what the index finds. */
export function firstWithWords(searched: Searched, order: Sql, wanted: number): Sql {
  const { rows, words } = searched
  const inOrder = sql`${order} limit ${sql.lit(wanted)}`
  if (!words.some(isIndexed)) return sql`array(select id ${rows} and ${have(words)} ${inOrder})`
  return sql`array(
    with first as materialized (
      select array(
        select id from (select id, search ${rows} ${order} limit ${sql.lit(AHEAD)}) ahead
        where ${have(words)} limit ${sql.lit(wanted)}
      ) as ids
    ), enough as materialized (
      select case when cardinality(ids) = ${sql.lit(wanted)} then true else ${areFew(rows)} end as told from first
    )
    select unnest(ids) from first, enough where told
    union all
    (select id ${rows} and not (select told from enough) and id = any(${byIndex(searched, null)}) and ${have(words)} ${inOrder}))`
}

/**
 * Up to a limit: one by one where there are few rows or nearly every one fits, else by the index, which alone knows when nothing else is asked
 * of the rows.
 */
export function countWithWords(searched: Searched, most: number, isWhole: boolean): Sql {
  const { rows, words } = searched
  const oneByOne = sql`(select count(*) from (select 1 ${rows} and ${have(words)} limit ${sql.lit(most)}) counted)`
  if (!words.some(isIndexed)) return oneByOne
  const indexed =
    isWhole && words.every(isIndexed)
      ? sql`cardinality(${byIndex(searched, most)})`
      : sql`(select count(*) from (
          select 1 ${rows} and id = any(${byIndex(searched, null)}) and ${have(words)} limit ${sql.lit(most)}) counted)`
  return sql`(case when ${areFew(rows)} then ${oneByOne}
    when (select count(*) filter (where ${have(words)}) * 2 > ${sql.lit(SAMPLE)}
      from (select search ${rows} limit ${sql.lit(SAMPLE)}) sample)
    then ${oneByOne} else ${indexed} end)`
}
