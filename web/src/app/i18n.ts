// The reader's language: French by default, remembered here; texts are loaded per area when they are needed.
import type { Language } from '@jokko/contract/common'
import { frenchTexts } from '@jokko/core/french-spaces'
import i18next, { type BackendModule, type Namespace } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { onStoredChange, readStored, writeStored } from './storage.ts'

/** In the order in which they are offered. */
export const languages = ['fr', 'en', 'es'] as const satisfies readonly Language[]

const files = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../locales/*/*.json',
  '!../../../locales/*/{messages,receipt}.json',
])

async function textsOf(language: string, area: string): Promise<Record<string, unknown>> {
  const load = files[`../../../locales/${language}/${area}.json`]
  if (load === undefined) throw new Error(`No texts for ${language}/${area}`)
  const { default: texts } = await load()
  return language === 'fr' ? frenchTexts(texts) : texts
}

const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, area, done) => {
    textsOf(language, area).then(
      texts => done(null, texts),
      (error: Error) => done(error, true),
    )
  },
}

export const isLanguage = (text: string | undefined): text is Language =>
  languages.some(language => language === text)

/** As it was chosen here; else as the address of a page says that somebody came back to from elsewhere. */
function startLanguage(): Language {
  const stored = readStored('language')
  if (isLanguage(stored)) return stored
  const told = new URLSearchParams(location.search).get('lang') ?? undefined
  if (!isLanguage(told)) return 'fr'
  writeStored('language', told)
  return told
}

function reflectLanguage(language: string): void {
  document.documentElement.lang = language
}

i18next.on('languageChanged', reflectLanguage)

export const i18nReady = i18next
  .use(lazyFiles)
  .use(initReactI18next)
  .init({
    lng: startLanguage(),
    supportedLngs: languages,
    fallbackLng: false,
    load: 'currentOnly',
    ns: ['common'],
    defaultNS: 'common',
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: true },
  })

/** Loads the texts of an area; called by its route's loader so that they come with the code. */
export async function loadTexts(...areas: Extract<Namespace, string>[]): Promise<void> {
  await i18nReady
  await i18next.loadNamespaces(areas)
}

/** Everything that is said on the screen now, in another language: all of it or nothing. */
async function loadLanguage(language: Language): Promise<void> {
  const areas = Object.keys(i18next.getDataByLanguage(i18next.language) ?? {})
  const missing = areas.filter(area => !i18next.hasResourceBundle(language, area))
  // A browser remembers of a file that it could not have it, until the page is loaded again: better not asked for.
  if (missing.length > 0 && !navigator.onLine) throw new Error(`No network to load ${language}`)
  const found = await Promise.all(missing.map(async area => ({ area, texts: await textsOf(language, area) })))
  for (const { area, texts } of found) i18next.addResourceBundle(language, area, texts)
}

/** Fails, and changes nothing, where the texts cannot be had. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language)
  writeStored('language', language)
  await i18next.changeLanguage(language)
}

/** Somebody else's language, for a reader who never chose one here. */
export async function proposeLanguage(language: Language): Promise<void> {
  // Without its texts it stays in the language that it has.
  if (readStored('language') === undefined) await chooseLanguage(language).catch(() => undefined)
}

// Chosen in another tab, it is the language of this one, too.
onStoredChange('language', language => {
  if (!isLanguage(language)) return
  loadLanguage(language).then(
    () => i18next.changeLanguage(language),
    () => undefined,
  )
})

export const currentLanguage = (): Language => {
  const language = i18next.language
  return isLanguage(language) ? language : 'fr'
}
