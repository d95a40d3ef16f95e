// E-mail, password and a proof of work; errors stand at their field and receive the focus.

import type { User } from '@jokko/contract/access'
import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconShieldCheck, IconShieldHalf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CaptchaState, useCaptcha } from '../common/captcha.ts'
import { fieldProblem, problemText } from '../common/problem-text.ts'
import { isTurnedAway, signInByEmail } from './access-api.ts'

type Say = ReturnType<typeof useTranslation<'access'>>['t']
/** Put into words when it is shown, so that it follows the choice of a language. */
type Said = (t: Say) => string
type FieldErrors = { email?: Said; password?: Said; form?: Said }

function CaptchaNote({ state }: { state: CaptchaState }) {
  const { t } = useTranslation('access')
  const Icon = state === 'solved' ? IconShieldCheck : IconShieldHalf
  return (
    <p className="sign-in__captcha" data-state={state} aria-live="polite">
      <Icon size={18} aria-hidden />
      {t(`captcha.${state}`)}
    </p>
  )
}

function fieldCheck(email: string, password: string): FieldErrors {
  const errors: FieldErrors = {}
  if (email === '') errors.email = t => t('login.email_required')
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) errors.email = t => t('login.email_not_valid')
  if (password === '') errors.password = t => t('login.password_required')
  return errors
}

type SignInFormProps = { readonly onSignedIn: (user: User) => void; readonly onTurnedAway: () => void }

export function SignInForm({ onSignedIn, onTurnedAway }: SignInFormProps) {
  const { t } = useTranslation('access')
  const captcha = useCaptcha()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSending, setSending] = useState(false)

  const show = (found: FieldErrors) => {
    setErrors(found)
    const first = found.email !== undefined ? 'email' : found.password !== undefined ? 'password' : undefined
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const data = new FormData(event.currentTarget)
    const email = String(data.get('email')).trim()
    const password = String(data.get('password'))
    const found = fieldCheck(email, password)
    show(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      const { user } = await signInByEmail({ email, password, captcha: await captcha.payload() })
      onSignedIn(user)
    } catch (error) {
      if (isTurnedAway(error)) {
        onTurnedAway()
        return
      }
      const isOfEmail = fieldProblem(error, 'email') !== undefined
      const say = () => fieldProblem(error, 'email') ?? problemText(error)
      show(isOfEmail ? { email: say } : { form: say })
    } finally {
      captcha.reset()
      setSending(false)
    }
  }

  return (
    <form className="sign-in" ref={form} onSubmit={submit} onFocus={captcha.prepare} noValidate>
      {errors.form !== undefined && (
        <Alert color="clay" role="alert">
          {errors.form(t)}
        </Alert>
      )}
      <TextInput
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.(t)}
      />
      <PasswordInput
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={errors.password?.(t)}
        visibilityToggleButtonProps={{ 'aria-label': t('login.show_password'), tabIndex: 0 }}
      />
      <CaptchaNote state={captcha.state} />
      <Button type="submit" loading={isSending} fullWidth>
        {t('login.submit')}
      </Button>
      <Anchor className="sign-in__forgot" component={Link} to="/forgot">
        {t('login.forgot')}
      </Anchor>
    </form>
  )
}
