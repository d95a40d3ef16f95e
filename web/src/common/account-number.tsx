// The number of a bank account, as IBAN or as the four parts of a RIB; says at once whether it is right, and why not.
import { formatIban } from '@jokko/core/account-text'
import { type IbanResult, parseGuineaAccount, parseIban, parseRib, type RibResult } from '@jokko/core/iban'
import { Button, Tabs, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { accountDigits, hasRib, ibanLength } from './rib-shape.ts'
import { hasLocalNumbers, type TypedAccount, type TypedRib } from './typed-account.ts'
import './account-number.css'

type AccountNumberProps = {
  readonly country: string
  readonly account: TypedAccount
  readonly problems: { readonly iban?: string | undefined; readonly rib?: string | undefined }
  readonly onChange: (changes: Partial<TypedAccount>) => void
}

function Right({ text }: { text: string }) {
  return (
    <p className="account-number__right" role="status">
      <IconCircleCheck size={18} aria-hidden />
      {text}
    </p>
  )
}

function useIbanText(country: string): (result: IbanResult) => string | undefined {
  const { t } = useTranslation('flow')
  return result => {
    if (result.ok) return result.country === country ? undefined : t('account_problem.iban_other_country')
    if (result.code === 'iban_empty') return undefined
    if (result.code === 'iban_wrong_length') {
      return t('account_problem.iban_wrong_length', { count: result.expectedLength ?? 0 })
    }
    return t(`account_problem.${result.code}`)
  }
}

/** While someone is still typing the beginning of an IBAN, that it is too short is no news. */
const isUnfinished = (typed: string, result: IbanResult): boolean =>
  !result.ok &&
  ((result.code === 'iban_wrong_length' && typed.replace(/\s/g, '').length < (result.expectedLength ?? 0)) ||
    typed.trim().length < 4)

function IbanField({ country, account, problems, onChange }: AccountNumberProps) {
  const { t } = useTranslation('flow')
  const textOf = useIbanText(country)
  const result = parseIban(account.iban)
  const isRight = result.ok && result.country === country
  const live = isUnfinished(account.iban, result) && problems.iban === undefined ? undefined : textOf(result)
  const set = (iban: string) => onChange({ iban })
  const length = ibanLength(country)
  return (
    <>
      <TextInput
        label={t('account.iban')}
        description={length === undefined ? undefined : t('account.iban_hint', { count: length, country })}
        value={account.iban}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: 'account-number__iban tabular' }}
        error={live ?? problems.iban}
        onChange={event => set(event.currentTarget.value)}
        onBlur={() => isRight && set(formatIban(result.iban))}
      />
      {isRight && <Right text={t('account.iban_ok')} />}
      {!result.ok && result.suggestion !== undefined && (
        <Button variant="default" onClick={() => set(formatIban(result.suggestion ?? ''))}>
          {t('account.use_suggestion', { iban: formatIban(result.suggestion) })}
        </Button>
      )}
    </>
  )
}

const ribParts = [
  { part: 'bank', label: 'rib_bank', max: 5 },
  { part: 'branch', label: 'rib_branch', max: 5 },
  { part: 'account', label: 'rib_account', max: 12 },
  { part: 'key', label: 'rib_key', max: 2 },
] as const

const partOf: Partial<Record<Exclude<RibResult, { ok: true }>['code'], keyof TypedRib>> = {
  rib_wrong_bank: 'bank',
  rib_wrong_branch: 'branch',
  rib_wrong_account: 'account',
  rib_wrong_key_format: 'key',
  rib_wrong_key: 'key',
}

function RibFields({ country, account, problems, onChange }: AccountNumberProps) {
  const { t } = useTranslation('flow')
  const result = parseRib(country, account.rib)
  const isComplete = Object.values(account.rib).every(part => part.trim() !== '')
  const isShown = !result.ok && (isComplete || problems.rib !== undefined)
  const text = isShown
    ? t(`account_problem.${result.code}`, { count: accountDigits(country) ?? 0 })
    : undefined
  const problemId = useId()
  const wrongPart = isShown ? partOf[result.code] : undefined
  return (
    <div className="rib">
      {ribParts.map(({ part, label, max }) => (
        <TextInput
          key={part}
          className={`rib__${part}`}
          label={t(`account.${label}`)}
          value={account.rib[part]}
          maxLength={max}
          inputMode={part === 'bank' ? 'text' : 'numeric'}
          autoComplete="off"
          classNames={{ input: 'tabular' }}
          error={wrongPart === part}
          // As a plain property it would be dropped: the sentence stands outside this field's own wrapper.
          attributes={wrongPart === part ? { input: { 'aria-describedby': problemId } } : {}}
          onChange={event => onChange({ rib: { ...account.rib, [part]: event.currentTarget.value } })}
        />
      ))}
      {text !== undefined && (
        <p className="rib__problem" id={problemId} role="alert">
          {text}
        </p>
      )}
      {result.ok && (
        <div className="rib__right">
          <Right text={t('account.rib_ok', { iban: formatIban(result.iban) })} />
        </div>
      )}
    </div>
  )
}

/** Where there is neither IBAN nor RIB: the bank's code and the account's number, checked for their form. */
function LocalFields({ account, problems, onChange }: AccountNumberProps) {
  const { t } = useTranslation('flow')
  const { rib } = account
  const result = parseGuineaAccount({ bankCode: rib.bank, account: rib.account })
  const code = result.ok || problems.rib === undefined ? undefined : result.code
  const set = (changes: Partial<TypedRib>) => onChange({ rib: { ...rib, ...changes } })
  return (
    <div className="rib">
      <TextInput
        label={t('account.rib_bank')}
        value={rib.bank}
        maxLength={5}
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: 'tabular' }}
        error={code === 'bank_code_wrong' && t('account_problem.bank_code_wrong')}
        onChange={event => set({ bank: event.currentTarget.value })}
      />
      <TextInput
        className="rib__local"
        label={t('account.rib_account')}
        value={rib.account}
        maxLength={20}
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: 'tabular' }}
        error={code === 'account_number_wrong' && t('account_problem.account_number_wrong')}
        onChange={event => set({ account: event.currentTarget.value })}
      />
    </div>
  )
}

export function AccountNumber(props: AccountNumberProps) {
  const { t } = useTranslation('flow')
  if (hasLocalNumbers(props.country)) return <LocalFields {...props} />
  if (!hasRib(props.country)) return <IbanField {...props} />
  return (
    <Tabs
      value={props.account.form}
      onChange={form => props.onChange({ form: form === 'rib' ? 'rib' : 'iban' })}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('account.form')} grow>
        <Tabs.Tab value="iban">{t('account.iban')}</Tabs.Tab>
        <Tabs.Tab value="rib">{t('account.rib')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="iban" pt="md">
        <IbanField {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="rib" pt="md">
        <RibFields {...props} />
      </Tabs.Panel>
    </Tabs>
  )
}
