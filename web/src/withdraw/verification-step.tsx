// The six digits that confirm a withdrawal: by SMS, WhatsApp or e-mail, asked for again, entered, or given up.
import type { Cashout, CodeChannel } from '@jokko/contract/withdraw'
import { CodeInput } from '@jokko/ui/code-input'
import { Alert, Button, Tabs } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../app/client.ts'
import { keepAnswer } from '../app/query.ts'
import { useAmountFormat } from '../common/amount.tsx'
import { formatClock } from '../common/date.ts'
import { useErrorText } from '../common/error-text.ts'
import { StepColumns, StepHeading } from '../common/flow-step.tsx'
import { useMoneyCommand } from '../common/money-command.ts'
import { problemText } from '../common/problem-text.ts'
import { cancelCashout, cashoutQuery, resendCode, verifyCode } from './withdraw-api.ts'
import { WithdrawProgress } from './withdraw-progress.tsx'

const CODE_LENGTH = 6
const channels: readonly CodeChannel[] = ['sms', 'whatsapp', 'mail']

type Props = {
  readonly cashout: Cashout
  readonly code: NonNullable<Cashout['code']>
  readonly onCancelled: () => void
}

/** Seconds until then, by the server's clock as it was when it answered. */
function useSecondsUntil(moment: string, serverTime: string): number {
  const [until] = useState(() => performance.now() + Date.parse(moment) - Date.parse(serverTime))
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

const isAboutCode = (error: Error | null): boolean =>
  error instanceof ApiError && ['otp_invalid', 'invalid_otp', 'otp_expired'].includes(error.code)

function triesLeft(error: Error | null): number | undefined {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return undefined
  return 'tries_left' in error.body && typeof error.body.tries_left === 'number'
    ? error.body.tries_left
    : undefined
}

function Resend({ cashout, code, channel }: Pick<Props, 'cashout' | 'code'> & { channel: CodeChannel }) {
  const { t } = useTranslation('withdraw')
  const client = useQueryClient()
  const wait = useSecondsUntil(code.resend_at, cashout.server_time)
  const sending = useMutation({
    mutationFn: () => resendCode(cashout.id, channel),
    onSuccess: answer => keepAnswer(client, cashoutQuery(cashout.id).queryKey, answer),
  })
  return (
    <div className="withdraw-code__resend">
      <Button
        variant="default"
        disabled={wait > 0}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {t(code.channel === channel ? 'code.resend' : `code.send.${channel}`)}
      </Button>
      {wait > 0 && <span className="flow-note tabular">{t('code.wait', { count: wait })}</span>}
      {sending.isSuccess && (
        <span className="flow-note" role="status">
          {t('code.sent_again')}
        </span>
      )}
      {sending.error !== null && (
        <Alert color="clay" role="alert">
          {problemText(sending.error)}
        </Alert>
      )}
    </div>
  )
}

function Channels({ cashout, code }: Pick<Props, 'cashout' | 'code'>) {
  const { t } = useTranslation('withdraw')
  const [chosen, setChosen] = useState<CodeChannel>(code.channel ?? 'sms')
  const own = code.channels.find(({ channel }) => channel === chosen)
  const isHere = code.channel === chosen
  return (
    <Tabs
      value={chosen}
      onChange={value => setChosen(channels.find(known => known === value) ?? chosen)}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('code.channel')} grow>
        {code.channels.map(({ channel }) => (
          <Tabs.Tab key={channel} value={channel}>
            {t(`code.tab.${channel}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {code.channels.map(({ channel, sent_to, refusal }) => (
        <Tabs.Panel key={channel} value={channel} pt="md">
          <div className="withdraw-code">
            {refusal !== null && <Alert color="amber">{refusal.message}</Alert>}
            {refusal === null && (
              <p className="withdraw-code__what">
                {t(isHere ? 'code.sent_to' : 'code.would_go_to', { to: sent_to ?? '' })}
              </p>
            )}
            {own?.refusal === null && (
              <Resend key={code.resend_at} cashout={cashout} code={code} channel={chosen} />
            )}
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function useEntering({ cashout, code }: Pick<Props, 'cashout' | 'code'>) {
  const [digits, setDigits] = useState('')
  /** Which sending the last refusal is about: what was said of an older code says nothing of a new one. */
  const [refused, setRefused] = useState('')
  const [isShort, setShort] = useState(false)
  const sent = useRef('')
  const form = useRef<HTMLFormElement>(null)
  const command = useMoneyCommand<Cashout>({
    send: key => verifyCode(cashout.id, sent.current, key),
    answers: cashoutQuery(cashout.id).queryKey,
    onRefused: error => {
      if (!isAboutCode(error)) return
      setRefused(code.resend_at)
      setDigits('')
      requestAnimationFrame(() =>
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input')?.focus()),
      )
    },
  })
  const send = (typed: string) => {
    if (command.isBusy) return
    setShort(typed.length < CODE_LENGTH)
    if (typed.length < CODE_LENGTH) return form.current?.querySelector<HTMLElement>('input')?.focus()
    // After a lost answer the same code is asked about with the same key.
    if (!command.isUnknown) sent.current = typed
    command.run()
  }
  const refusal = isAboutCode(command.refusal) && refused === code.resend_at ? command.refusal : null
  return { digits, setDigits, isShort, setShort, form, command, refusal, send }
}

/** However little is typed next, how many tries are left stays said, and once none is, that a new code is needed. */
function useCodeProblem({ isShort, refusal }: ReturnType<typeof useEntering>): string | undefined {
  const { t } = useTranslation('withdraw')
  const errorText = useErrorText()
  if (!isShort && refusal === null) return undefined
  const left = triesLeft(refusal)
  if (left === 0) return errorText('otp_expired')
  const text = isShort ? errorText('otp_invalid') : problemText(refusal)
  return left === undefined ? text : `${text} ${t('code.tries_left', { count: left })}`
}

function GiveUp({ cashout, onCancelled }: Pick<Props, 'cashout' | 'onCancelled'>) {
  const { t } = useTranslation('withdraw')
  const cancelling = useMoneyCommand<Cashout>({
    send: key => cancelCashout(cashout.id, key),
    onDone: onCancelled,
  })
  return (
    <>
      {cancelling.refusal !== null && (
        <Alert color="clay" role="alert">
          {problemText(cancelling.refusal)}
        </Alert>
      )}
      <Button variant="default" loading={cancelling.isBusy} onClick={cancelling.run}>
        {t('code.back')}
      </Button>
    </>
  )
}

/** A wallet and somebody who gets cash have no bank's or operator's name. */
const whatKind = ({ kind }: Cashout) => (kind === 'wallet' || kind === 'delivery' ? kind : 'account')

/** Word joiners and spaces that do not break keep a masked number on one line. */
const unbroken = (number: string): string => number.replaceAll(' ', '\u00a0').replaceAll('…', '\u2060…\u2060')

export function VerificationStep(props: Props) {
  const { cashout, code } = props
  const { t, i18n } = useTranslation(['withdraw', 'common'])
  const format = useAmountFormat()
  const entering = useEntering(props)
  const { digits, setDigits, setShort, form, command, send } = entering
  const problem = useCodeProblem(entering)
  const { received, payee } = cashout
  return (
    <div className="flow">
      <WithdrawProgress stage="verification" />
      <StepColumns>
        <StepHeading>{t('code.heading')}</StepHeading>
        <div className="withdraw-code">
          <p className="withdraw-code__what">
            {t(`code.what.${whatKind(cashout)}`, {
              amount: format(received.amount, received.currency),
              payee: payee.provider_name ?? '',
              name: payee.name,
              number: unbroken(payee.number),
              total: format(cashout.total, 'EUR'),
            })}
          </p>
          <Channels cashout={cashout} code={code} />
          <form
            className="flow-form"
            ref={form}
            noValidate
            onSubmit={(event: FormEvent) => {
              event.preventDefault()
              send(digits)
            }}
          >
            <CodeInput
              label={t('code.label')}
              length={CODE_LENGTH}
              value={digits}
              onChange={typed => {
                setDigits(typed)
                setShort(false)
              }}
              onComplete={send}
              error={problem}
              disabled={command.isBusy || command.isUnknown}
            />
            {command.refusal !== null && !isAboutCode(command.refusal) && (
              <Alert color="clay" role="alert">
                {problemText(command.refusal)}
              </Alert>
            )}
            {command.isUnknown && (
              <Alert color="amber" role="alert">
                {t('command.unknown', { ns: 'common' })}
              </Alert>
            )}
            {code.expires_at !== null && (
              <p className="flow-note">
                {t('code.held', {
                  total: format(cashout.total, 'EUR'),
                  time: formatClock(code.expires_at, i18n.language),
                })}
              </p>
            )}
            <div className="flow-buttons">
              <GiveUp cashout={cashout} onCancelled={props.onCancelled} />
              <Button
                type={command.isUnknown ? 'button' : 'submit'}
                loading={command.isBusy}
                {...(command.isUnknown ? { onClick: command.run } : {})}
              >
                {command.isUnknown ? t('command.check_again', { ns: 'common' }) : t('code.confirm')}
              </Button>
            </div>
          </form>
        </div>
      </StepColumns>
    </div>
  )
}
