// The full-page apology for what should never happen, and the report of it.
import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from './client.ts'
import { onStoredChange, readStored } from './storage.ts'
import './errors.css'
import { endSession, hasSession, signOut } from './session-end.ts'

/** Written here and not in the texts: they may be what failed to load. */
const apologies = {
  fr: {
    title: 'Nous sommes désolés',
    text: 'Cette page s’est arrêtée sur une erreur. Votre argent n’est pas touché : ce qui a été envoyé suit son cours. Nous avons été prévenus.',
    retry: 'Se déconnecter et réessayer',
  },
  en: {
    title: 'We are sorry',
    text: 'This page stopped on an error. Your money is not affected: whatever was sent continues on its way. We have been told.',
    retry: 'Log out and try again',
  },
  es: {
    title: 'Lo sentimos',
    text: 'Esta página se ha detenido por un error. Su dinero no se ve afectado: lo que se ha enviado sigue su curso. Ya estamos avisados.',
    retry: 'Cerrar la sesión y volver a intentarlo',
  },
}

/** A part of the page that was never loaded cannot be loaded without a network: no error of ours. */
const offlineWords = {
  fr: {
    title: 'Vous êtes hors ligne',
    text: 'Cette partie de Jokko n’a pas encore été chargée sur cet appareil. Ce qui a été envoyé suit son cours.',
    retry: 'Réessayer',
  },
  en: {
    title: 'You are offline',
    text: 'This part of Jokko has not been loaded on this device yet. Whatever was sent continues on its way.',
    retry: 'Try again',
  },
  es: {
    title: 'Está sin conexión',
    text: 'Esta parte de Jokko aún no se ha cargado en este dispositivo. Lo que se ha enviado sigue su curso.',
    retry: 'Reintentar',
  },
}

const language = (): keyof typeof apologies => {
  const stored = readStored('language')
  return stored === 'en' || stored === 'es' ? stored : 'fr'
}

/** It follows a choice made in another tab, as every screen does. */
const useLanguage = () => useSyncExternalStore(told => onStoredChange('language', told), language)

/** Numbers and addresses are taken out before anything leaves the browser. */
const withoutPersonalData = (text: string): string =>
  text.replace(/[\w.+-]+@[\w.-]+/g, '[mail]').replace(/\+?\d[\d\s.]{5,}/g, '[number]')

export function reportError(error: Error): void {
  const body = {
    message: withoutPersonalData(error.message).slice(0, 500),
    stack: withoutPersonalData(error.stack ?? '').slice(0, 4000),
    path: location.pathname.slice(0, 200),
    version: __APP_VERSION__,
  }
  // A report that cannot be sent must not break the page a second time.
  api.post('/client-errors', { body, isSessionProbe: true }).catch(() => undefined)
}

async function leaveAndRetry(): Promise<void> {
  if (hasSession()) await signOut().catch(() => endSession('signed-out'))
  location.assign('/login')
}

function Offline() {
  const words = offlineWords[useLanguage()]
  return (
    <main className="apology">
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <Button onClick={() => location.reload()}>{words.retry}</Button>
    </main>
  )
}

function Broken({ error }: { error: Error }) {
  const words = apologies[useLanguage()]
  useEffect(() => reportError(error), [error])
  return (
    <main className="apology">
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <pre className="apology__message">{error.message}</pre>
      <Button onClick={leaveAndRetry}>{words.retry}</Button>
    </main>
  )
}

export function Apology({ error: thrown }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const isMissingPart = /module|import|preload/i.test(error.message) && !navigator.onLine
  return isMissingPart ? <Offline /> : <Broken error={error} />
}
