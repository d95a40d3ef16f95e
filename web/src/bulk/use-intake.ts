// How rows come into the table: a file that is dropped or chosen, or cells that are pasted. What is refused is told where
// it was tried, and can be tried again at once.
import type { ErrorCode } from '@jokko/contract/errors'
import { useState } from 'react'
import { useErrorText } from '../common/error-text.ts'
import type { Column } from './bulk-columns.ts'
import { useBulk } from './bulk-context.ts'
import { mostRows, rowsAfterAppending } from './bulk-table.ts'
import type { FileReading, ReadLine } from './read-file.ts'

export type Intake =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly line?: number }
  /** Some headers are not what they should be: to be tried again, or gone on with. */
  | {
      readonly kind: 'doubtful'
      /** Absent where cells were pasted. */
      readonly name: string | undefined
      readonly rows: readonly ReadLine[]
      readonly unknown: readonly string[]
      readonly missing: readonly Column[]
    }
  | { readonly kind: 'taken'; readonly rows: number; readonly isPasted: boolean }

const isCsvName = (name: string): boolean => /\.csv$/i.test(name)

export function useIntake() {
  const { reader, dispatch, table } = useBulk()
  const [intake, setIntake] = useState<Intake>({ kind: 'none' })

  /** A file takes the place of what was there; what is pasted comes under it. */
  const take = (rows: readonly ReadLine[], name: string | undefined) => {
    if (name === undefined && rowsAfterAppending(table.rows, rows.length) > mostRows)
      return setIntake({ kind: 'refused', code: 'bulk_too_many_rows' })
    if (name === undefined) dispatch({ type: 'rows_appended', rows })
    else dispatch({ type: 'rows_loaded', rows, fileName: name })
    setIntake({ kind: 'taken', rows: rows.length, isPasted: name === undefined })
  }
  const judge = (reading: FileReading, name: string | undefined) => {
    if (reading.kind === 'refused') return setIntake(reading)
    const { rows, unknown, missing } = reading
    if (unknown.length > 0 || missing.length > 0)
      setIntake({ kind: 'doubtful', name, rows, unknown, missing })
    else take(rows, name)
  }
  const readWith = async (read: () => Promise<FileReading>, name: string | undefined) => {
    setIntake({ kind: 'reading' })
    try {
      judge(await read(), name)
    } catch {
      // The file went away, or may not be read.
      setIntake({ kind: 'refused', code: 'Upload_Csv_Toast_Error' })
    }
  }
  const takeFiles = (files: readonly File[]) => {
    const [file, ...more] = files
    if (reader === undefined || file === undefined) return
    if (more.length > 0 || !isCsvName(file.name))
      return setIntake({ kind: 'refused', code: 'Drag_Drop_Csv_Error' })
    void readWith(async () => reader.file(await file.arrayBuffer(), mostRows), file.name)
  }
  const takePasted = (text: string) => {
    if (reader !== undefined) void readWith(() => reader.pasted(text, mostRows), undefined)
  }
  const goOn = () => {
    if (intake.kind === 'doubtful') take(intake.rows, intake.name)
  }
  return { intake, takeFiles, takePasted, goOn, forget: () => setIntake({ kind: 'none' }) }
}

/** Why nothing was taken, with the line where it is known. */
export function useRefusalText(): (intake: Intake, atLine: (line: number) => string) => string | undefined {
  const errorText = useErrorText()
  return (intake, atLine) => {
    if (intake.kind !== 'refused') return undefined
    const text = errorText(intake.code, { max: String(mostRows) })
    return intake.line === undefined ? text : `${text} ${atLine(intake.line)}`
  }
}
