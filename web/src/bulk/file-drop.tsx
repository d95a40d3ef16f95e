// Where a CSV file is dropped, or chosen: one file, and only a CSV file.
import { Button, Loader } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Intake, useRefusalText } from './use-intake.ts'
import './file-drop.css'

type FileDropProps = {
  readonly intake: Intake
  readonly onFiles: (files: readonly File[]) => void
}

export function FileDrop({ intake, onFiles }: FileDropProps) {
  const { t } = useTranslation('bulk')
  const refusalText = useRefusalText()
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const refusal = refusalText(intake, line => t('file_line', { line }))
  const isReading = intake.kind === 'reading'
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      className="file-drop"
      aria-label={t('file_drop')}
      data-over={isOver || undefined}
      data-testid="file-drop"
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isReading ? (
        <Loader size={32} aria-hidden />
      ) : (
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
      )}
      <p className="file-drop__title">{t(isReading ? 'file_reading' : 'file_drop')}</p>
      <Button disabled={isReading} onClick={() => chooser.current?.click()}>
        {t('file_choose')}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.CSV,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('file_choose')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file, corrected, can be chosen again.
          currentTarget.value = ''
        }}
      />
      <p className="file-drop__hint">{t('file_hint')}</p>
      <p className="file-drop__refusal" role="alert">
        {refusal}
      </p>
    </section>
  )
}
