// Keeps the app's frame on the device, so that Jokko opens without a network and can say so.
// Only files of the build and the one page: answers of the API are never kept.

// The browser's types for pages and for service workers cannot be loaded together; these are the few used here.
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
type FrameWorker = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: ((type: 'install' | 'activate', handle: (event: Lasting) => void) => void) &
    ((type: 'fetch', handle: (event: Fetching) => void) => void)
}

const worker = self as unknown as FrameWorker
const page = '/index.html'
const cacheName = `jokko-${__BUILD_ID__}`

async function keepFrame(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([page, ...__FRAME_FILES__])
  await worker.skipWaiting()
}

async function dropOlder(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name !== cacheName).map(name => caches.delete(name)))
  await worker.clients.claim()
}

/** The newest page when there is a network, the kept one otherwise. */
async function pageFor(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(page)
    if (kept === undefined) throw error
    return kept
  }
}

/** A file's name carries a digest of its content: once kept, it is right for ever. */
async function fileFor(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone())
  return answer
}

worker.addEventListener('install', event => event.waitUntil(keepFrame()))
worker.addEventListener('activate', event => event.waitUntil(dropOlder()))
worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileFor(request))
  else if (request.mode === 'navigate' && !/^\/(api|app|docs)(\/|$)/.test(pathname))
    event.respondWith(pageFor(request))
})
