// Imported before everything else: the only two ways in which text may become code or style on this page.
// The default policy lets style sheets through (Mantine writes them) and refuses all markup.

let workerPolicy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined

const withoutMarkup = (text: string): string => {
  if (text.includes('<')) throw new TypeError('Markup from text is refused')
  return text
}

const ownScript = (address: string): string => {
  const url = new URL(address, location.href)
  if (url.origin !== location.origin) throw new TypeError('A worker of another origin is refused')
  return url.href
}

if (window.trustedTypes) {
  window.trustedTypes.createPolicy('default', { createHTML: withoutMarkup })
  workerPolicy = window.trustedTypes.createPolicy('jokko-worker', { createScriptURL: ownScript })
}

/** The DOM types take only text here; browsers with Trusted Types require the trusted object. */
const trusted = (address: string): string =>
  (workerPolicy ? workerPolicy.createScriptURL(address) : ownScript(address)) as unknown as string

/** Starts a worker from one of our own files. */
export const startWorker = (address: string): Worker => new Worker(trusted(address))

/** Installs the service worker, once the page has nothing more urgent to do and there is a network to fetch it from. */
export function keepFrameOnDevice(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () => {
    // Asked for without one, the browser itself complains on the console.
    if (!navigator.onLine) return addEventListener('online', install, { once: true })
    // A browser that refuses (private window, no storage left) works as before.
    navigator.serviceWorker.register(trusted('/service-worker.js')).catch(() => undefined)
  }
  addEventListener('load', () => setTimeout(install, 4000), { once: true })
}
