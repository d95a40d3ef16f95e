// A button that moves money: says what it does, cannot be pressed twice, and tells what became of it.
import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MoneyCommand } from './money-command.ts'
import { problemText } from './problem-text.ts'
import { useKeptFocus, useTakenFocus } from './use-kept-focus.ts'
import './money-button.css'

type MoneyButtonProps = {
  readonly command: MoneyCommand
  readonly label: string
  readonly color?: 'clay'
  readonly disabled?: boolean
}

function Unknown({ command }: { command: MoneyCommand }) {
  const { t } = useTranslation()
  const button = useTakenFocus()
  return (
    <Alert color="amber" role="alert" className="money-button__notice">
      <p className="money-button__text">{t('command.unknown')}</p>
      <Button ref={button} variant="default" loading={command.isBusy} onClick={command.run}>
        {t('command.check_again')}
      </Button>
    </Alert>
  )
}

export function MoneyButton({ command, label, color, disabled = false }: MoneyButtonProps) {
  const { t } = useTranslation()
  const button = useKeptFocus(command.isBusy)
  if (command.isUnknown) return <Unknown command={command} />
  return (
    <div className="money-button">
      {command.refusal !== null && (
        <Alert color="clay" role="alert" className="money-button__notice">
          {problemText(command.refusal)}
        </Alert>
      )}
      <Button
        ref={button}
        fullWidth
        loading={command.isBusy}
        disabled={disabled}
        onClick={command.run}
        {...(color && { color })}
      >
        {label}
      </Button>
      <span className="visually-hidden" role="status">
        {command.isBusy ? t('command.busy') : ''}
      </span>
    </div>
  )
}
