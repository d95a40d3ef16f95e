// What is asked and told while rows come in: a file in place of another, cells to paste, headers that are not right, and
// how many rows were taken.
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../common/dialog.tsx'
import { useErrorText } from '../common/error-text.ts'
import { FileDrop } from './file-drop.tsx'
import { type Intake, useRefusalText } from './use-intake.ts'

type OtherFileProps = {
  readonly intake: Intake
  readonly onFiles: (files: readonly File[]) => void
  readonly onClose: () => void
}

export function OtherFileDialog({ intake, onFiles, onClose }: OtherFileProps) {
  const { t } = useTranslation('bulk')
  return (
    <Dialog title={t('Upload_Another_Csv_Toast')} onClose={onClose}>
      <p className="dialog-text">{t('Lose_Csv_Toast')}</p>
      <FileDrop intake={intake} onFiles={onFiles} />
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('file_keep')}
        </Button>
      </div>
    </Dialog>
  )
}

type PasteProps = {
  readonly intake: Intake
  readonly onPaste: (text: string) => void
  readonly onClose: () => void
}

export function PasteDialog({ intake, onPaste, onClose }: PasteProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const refusalText = useRefusalText()
  const [text, setText] = useState('')
  return (
    <Dialog title={t('paste_title')} onClose={onClose}>
      <Textarea
        label={t('paste_label')}
        description={t('paste_hint')}
        rows={8}
        mb="md"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        error={refusalText(intake, line => t('file_line', { line }))}
        data-autofocus
      />
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose}>
          {t('paste_cancel')}
        </Button>
        <Button
          disabled={text.trim() === ''}
          loading={intake.kind === 'reading'}
          onClick={() => onPaste(text)}
        >
          {t('paste_take')}
        </Button>
      </div>
    </Dialog>
  )
}

type DoubtProps = {
  readonly intake: Extract<Intake, { kind: 'doubtful' }>
  readonly onRetry: () => void
  readonly onGoOn: () => void
}

/** Headers that nobody knows are named; without any that is known there is nothing to go on with. */
export function DoubtDialog({ intake, onRetry, onGoOn }: DoubtProps) {
  const { t, i18n } = useTranslation('bulk')
  const errorText = useErrorText()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const { rows, unknown, missing } = intake
  const named = (names: readonly string[]) => list.format(names.map(name => t('header_name', { name })))
  const hasRows = rows.some(({ cells }) => Object.values(cells).some(cell => cell !== ''))
  return (
    <Dialog title={t('format_title')} onClose={onRetry}>
      <p className="dialog-text">{errorText('Csv_Format_Error')}</p>
      {unknown.length > 0 && (
        <p className="dialog-text">{t('format_unknown', { count: unknown.length, names: named(unknown) })}</p>
      )}
      {missing.length > 0 && (
        <p className="dialog-text">
          {t('format_missing', {
            count: missing.length,
            names: named(missing.map(column => t(`column.${column}`))),
          })}
        </p>
      )}
      <div className="dialog-buttons">
        {hasRows && (
          <Button variant="default" onClick={onGoOn}>
            {t('format_go_on')}
          </Button>
        )}
        <Button onClick={onRetry} data-autofocus>
          {t('format_retry')}
        </Button>
      </div>
    </Dialog>
  )
}

type TakenProps = { readonly intake: Extract<Intake, { kind: 'taken' }>; readonly onClose: () => void }

export function TakenDialog({ intake: { rows, isPasted }, onClose }: TakenProps) {
  const { t } = useTranslation('bulk')
  return (
    <Dialog title={t(isPasted ? 'pasted_title' : 'taken_title')} onClose={onClose}>
      <p className="dialog-text">{t('taken_text', { count: rows })}</p>
      <div className="dialog-buttons">
        <Button onClick={onClose} data-autofocus>
          {t('taken_go_on')}
        </Button>
      </div>
    </Dialog>
  )
}
