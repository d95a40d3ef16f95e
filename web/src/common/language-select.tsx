// The language of the screen; each language is named in itself.
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, isLanguage, languages } from '../app/i18n.ts'

const ownNames = { fr: 'Français', en: 'English', es: 'Español' } as const

export function LanguageSelect() {
  const { t, i18n } = useTranslation()
  return (
    <NativeSelect
      className="quiet-select"
      aria-label={t('language')}
      size="sm"
      value={i18n.language}
      data={languages.map(language => ({ value: language, label: ownNames[language] }))}
      onChange={event => {
        const chosen = event.currentTarget.value
        if (isLanguage(chosen)) void chooseLanguage(chosen)
      }}
    />
  )
}
