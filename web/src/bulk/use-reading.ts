// Keeps the rows of the table read: whatever was typed, pasted or loaded goes to the worker once, and comes back with
// what is meant and what is wrong.
import type { BulkCountry } from '@jokko/core/bulk-rows'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useMemo, useRef, useState } from 'react'
import { countryQuery, operatorsQuery } from './bulk-api.ts'
import type { Cells } from './bulk-columns.ts'
import type { BulkEvent, BulkTable } from './bulk-table.ts'
import { type Reader, startReader } from './reader.ts'

/** One worker for as long as the flow is open. */
export function useReader(): Reader | undefined {
  const [reader, setReader] = useState<Reader>()
  useEffect(() => {
    const started = startReader()
    setReader(started)
    return started.stop
  }, [])
  return reader
}

/** What decides how a row of this country is read. */
export function useBulkCountry(code: string) {
  const country = useQuery(countryQuery(code))
  const operators = useQuery(operatorsQuery(code))
  const rules = useMemo((): BulkCountry | undefined => {
    if (country.data === undefined || operators.data === undefined) return undefined
    return {
      dialCode: country.data.country_code,
      needsEmail: country.data.preferred_notification_channel === 'mail',
      operators: operators.data.map(operator => operator.code),
    }
  }, [country.data, operators.data])
  return { rules, operators: operators.data ?? [], error: country.error ?? operators.error }
}

export function useReading(
  table: BulkTable,
  dispatch: Dispatch<BulkEvent>,
  reader: Reader | undefined,
  rules: BulkCountry | undefined,
): void {
  const asked = useRef(new WeakSet<Cells>())
  const { country, rows } = table
  // Other rules, other readings.
  useEffect(() => {
    if (rules !== undefined) asked.current = new WeakSet()
  }, [rules])
  useEffect(() => {
    if (reader === undefined || rules === undefined) return
    const unread = rows.flatMap(({ cells, read }) =>
      read === undefined && !asked.current.has(cells) ? [cells] : [],
    )
    if (unread.length === 0) return
    for (const cells of unread) asked.current.add(cells)
    reader
      .rows(unread, rules)
      .then(answers => {
        const reads = new Map(answers.map((read, place) => [unread[place] as Cells, read]))
        dispatch({ type: 'rows_read', country, reads })
      })
      // The worker is gone with the flow; a new one reads anew.
      .catch(() => {
        for (const cells of unread) asked.current.delete(cells)
      })
  }, [rows, country, reader, rules, dispatch])
}
