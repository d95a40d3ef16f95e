// The language of the screen; each language is named in itself.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, isLanguage, languages } from '../app/i18n.ts'
import './language-select.css'

const ownNames = { fr: 'Français', en: 'English', es: 'Español' } as const

export function LanguageSelect() {
  const { t, i18n } = useTranslation()
  const [hasFailed, setFailed] = useState(false)
  const choose = (chosen: string) => {
    setFailed(false)
    if (isLanguage(chosen)) chooseLanguage(chosen).catch(() => setFailed(true))
  }
  return (
    <NativeSelect
      className="quiet-select language-select"
      aria-label={t('language')}
      size="sm"
      value={i18n.language}
      data={languages.map(language => ({ value: language, label: ownNames[language] }))}
      error={hasFailed ? t('language_failed') : undefined}
      errorProps={{ role: 'alert' }}
      onChange={event => choose(event.currentTarget.value)}
    />
  )
}
