// The service worker of a trip's page: asks the network first, and without one responds from its cache.

/** How long a slow network may take before the kept page is shown. */
const PATIENCE_MS = 6_000

/** One worker for each page, whose scope is its address. What was kept goes when the page is gone. */
export const TRIP_WORKER = `
const PAGE = new URL(self.registration.scope).pathname
const NAME = 'trip ' + PAGE
const plain = (url) => new URL(url).pathname

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => event.waitUntil(keep(event.data)))
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request))
})

async function keep(paths) {
  const kept = await caches.open(NAME)
  for (const request of await kept.keys()) if (!paths.includes(plain(request.url))) await kept.delete(request)
  for (const path of paths) {
    const isThere = path.startsWith(PAGE + '/files/') && (await kept.match(path)) !== undefined
    if (!isThere) await fetch(path).then((response) => store(kept, path, response)).catch(() => {})
  }
}

async function store(kept, path, response) {
  if (response.ok) await kept.put(path, response)
  else if (isGone(response)) await kept.delete(path)
}

function isGone({ status }) {
  return status === 404 || status === 410
}

async function answer(request) {
  const kept = await caches.match(plain(request.url), { cacheName: NAME })
  const fresh = fetch(request).then((response) => changed(request, response, kept))
  if (kept === undefined) return fresh
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), ${PATIENCE_MS}))
  return Promise.race([fresh.catch(() => kept), late])
}

async function changed(request, response, kept) {
  const path = plain(request.url)
  if (isGone(response)) {
    if (path !== PAGE) await (await caches.open(NAME)).delete(path)
    else await Promise.all([caches.delete(NAME), self.registration.unregister()])
    return response
  }
  if (path !== PAGE) return response.ok || kept === undefined ? response : kept
  if (!response.ok) return kept ?? response
  await (await caches.open(NAME)).put(PAGE, response.clone())
  return response
}
`

/** It fetches from us and from nowhere else. */
export const TRIP_WORKER_POLICY = "default-src 'none'; connect-src 'self'"
