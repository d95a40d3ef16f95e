// Keeps the table on the server: saved a moment after the last change, one request at a time, and checked there. What
// could not be saved is tried again; a refusal is told. What another tab wrote meanwhile is not written over unasked.
import type { Bulk, BulkRow } from '@jokko/contract/bulk'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isUnknownOutcome } from '../app/client.ts'
import { deleteDraft, readBulk, readRows, type SeenDraft, saveDraft } from './bulk-api.ts'
import type { BulkTable } from './bulk-table.ts'
import { type Checked, draftInput, isSameTable, servedRows } from './table-facts.ts'

const pauseAfterTypingMs = 700
const pauseAfterFailureMs = 4000
const pauseWhileCheckingMs = 400

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function untilChecked(bulk: Bulk): Promise<Bulk> {
  let latest = bulk
  while (latest.state === 'checking') {
    await pause(pauseWhileCheckingMs)
    latest = await readBulk(latest.id)
  }
  return latest
}

/** What is there now, if it is what was sent when an answer was lost: our own, and not another tab's. */
async function lostWriting(id: string, sent: BulkTable): Promise<SeenDraft | undefined> {
  const [bulk, rows] = await Promise.all([readBulk(id), readRows(id)])
  const there = { edit: sent.edit, bulk, rows: servedRows(rows, undefined) }
  return isSameTable(sent, there) ? bulk : undefined
}

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale_version'

/** `unanswered`: what was sent before without an answer. */
async function written(
  seen: SeenDraft | undefined,
  table: BulkTable,
  unanswered: BulkTable | undefined,
): Promise<Bulk> {
  try {
    return await saveDraft(seen, draftInput(table))
  } catch (error) {
    if (seen === undefined || unanswered === undefined || !isStale(error)) throw error
    const own = await lostWriting(seen.id, unanswered)
    if (own === undefined) throw error
    return saveDraft(own, draftInput(table))
  }
}

export type SavedDraft = {
  readonly draft: SeenDraft | undefined
  readonly checked: Checked | undefined
  /** The server knows the table as it stands, and has checked it. */
  readonly isCurrent: boolean
  readonly error: Error | null
  readonly saveNow: () => void
  /** Over what another tab wrote meanwhile. */
  readonly saveOver: () => void
  readonly remove: () => Promise<void>
}

type Start = { readonly id: string; readonly checked: Checked }

/** How the last try for an edit failed. */
type Failure = { readonly edit: number; readonly error: Error; readonly tries: number }

/** Asks before the page goes with what the server does not know. */
function useLeaveGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

/**
 * What is wrong in the rows was said in the language of then: asked for again when another is chosen. Where newer rows come
 * meanwhile, it is asked of those.
 */
function useReadAgainIn(
  checked: Checked | undefined,
  setChecked: Dispatch<SetStateAction<Checked | undefined>>,
): void {
  const { language } = useTranslation().i18n
  const said = useRef(language)
  useEffect(() => {
    if (said.current === language || checked === undefined) return
    const abandon = new AbortController()
    const keep = (rows: readonly BulkRow[]) => {
      if (abandon.signal.aborted) return
      said.current = language
      setChecked(now => (now === checked ? { ...now, rows: servedRows(rows, now) } : now))
    }
    // Without an answer the sentences stay as they were, which is still true.
    readRows(checked.bulk.id, abandon.signal).then(keep, () => undefined)
    return () => abandon.abort()
  }, [language, checked, setChecked])
}

export function useSavedDraft(table: BulkTable, start: Start | undefined): SavedDraft {
  const draft = useRef<SeenDraft | undefined>(start?.checked.bulk)
  const unanswered = useRef<BulkTable>(undefined)
  const [checked, setChecked] = useState(start?.checked)
  const [failure, setFailure] = useState<Failure>()
  const isRunning = useRef(false)
  const isOver = useRef(false)
  const latest = useRef(table)
  latest.current = table

  const save = useCallback(async (isMeantOver = false) => {
    if (isRunning.current || isOver.current) return
    isRunning.current = true
    const saving = latest.current
    const { edit } = saving
    try {
      if (isMeantOver && draft.current !== undefined) draft.current = await readBulk(draft.current.id)
      const saved = await written(draft.current, saving, unanswered.current)
      draft.current = saved
      unanswered.current = undefined
      const bulk = await untilChecked(saved)
      const rows = await readRows(bulk.id)
      setFailure(undefined)
      setChecked(before => ({ edit, bulk, rows: servedRows(rows, before) }))
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      // Deleted in another tab: what is here becomes a draft of its own.
      if (error instanceof ApiError && error.status === 404) draft.current = undefined
      if (isUnknownOutcome(error)) unanswered.current = saving
      setFailure(before => ({ edit, error, tries: (before?.tries ?? 0) + 1 }))
    } finally {
      isRunning.current = false
    }
  }, [])

  const { edit } = table
  const isNew = draft.current === undefined && table.rows.length === 0
  const isCurrent = checked?.edit === edit
  const isUnsaved = !isNew && !isCurrent
  useEffect(() => {
    if (checked?.edit === edit) return
    const isRefused = failure?.edit === edit && !isUnknownOutcome(failure.error)
    if (!isUnsaved || isRefused) return
    const timer = setTimeout(
      () => void save(),
      failure?.edit === edit ? pauseAfterFailureMs : pauseAfterTypingMs,
    )
    return () => clearTimeout(timer)
    // The end of one save starts the next, when there was a change meanwhile.
  }, [edit, isUnsaved, failure, save, checked])
  useLeaveGuard(isUnsaved)

  const remove = useCallback(async () => {
    isOver.current = true
    if (draft.current !== undefined) await deleteDraft(draft.current.id)
  }, [])
  useReadAgainIn(checked, setChecked)
  const error = failure !== undefined && (isUnsaved || failure.edit === edit) ? failure.error : null
  const saveNow = useCallback(() => void save(), [save])
  const saveOver = useCallback(() => void save(true), [save])
  return { draft: draft.current, checked, isCurrent, error, saveNow, saveOver, remove }
}
