// The service worker: serves the panel's files and recent responses offline, and never a write. It clears cached
// responses when a session ends or after 12 hours; the page clears them on sign-in and sign-out.
const FILES = 'panel-files-VERSION'
const RESPONSES = 'panel-answers'
const RESPONSES_MAX = 60
/** The default time after which an unused session ends. */
const MAX_AGE_MS = 12 * 3_600_000
const CACHED_AT = 'embarque-cached-at'
const LISTS =
  /^\/api\/v1\/(?:me|profile|bookings|clients|invoices|quotes|wallet|recurring-invoices|reports|test\/clock)(?:\/|$)/

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim())),
)
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.loaded)) event.waitUntil(keepLoaded(event.data.loaded))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/painel/assets/')) event.respondWith(cachedFile(request))
  else if (request.mode === 'navigate' && url.pathname.startsWith('/painel')) event.respondWith(page(request))
  else if (LISTS.test(url.pathname) && !/\.\w+$/.test(url.pathname))
    event.respondWith(cachedResponse(request, url))
})

async function deleteOldCaches() {
  const old = (await caches.keys()).filter((name) => name.startsWith('panel-files-') && name !== FILES)
  await Promise.all(old.map((name) => caches.delete(name)))
  await deleteOldResponses()
}

/** Deletes all responses once their session has ended, and otherwise those that are too old. */
async function deleteOldResponses() {
  const responses = await caches.open(RESPONSES)
  for (const key of await responses.keys()) {
    const cached = await responses.match(key)
    if (cached === undefined) continue
    if (await isOfEndedSession(cached)) return caches.delete(RESPONSES)
    if (!(Number(cached.headers.get(CACHED_AT)) > Date.now() - MAX_AGE_MS)) await responses.delete(key)
  }
}

/** The profile contains the end of its session. */
async function isOfEndedSession(cached) {
  const { data } = await cached.json().catch(() => ({}))
  return Date.parse(data?.session?.expires_at) <= Date.now()
}

/** Caches what the page loaded before the worker was active: its files and the page itself. */
async function keepLoaded(addresses) {
  const files = await caches.open(FILES)
  for (const address of [...addresses.filter(isFile), '/painel'])
    if ((await files.match(address)) === undefined) {
      const found = await fetch(address).catch(() => undefined)
      if (found?.ok) await files.put(address, found)
    }
}

function isFile(address) {
  const { origin, pathname } = new URL(address, self.location.origin)
  return origin === self.location.origin && pathname.startsWith('/painel/assets/')
}

async function cachedFile(request) {
  const files = await caches.open(FILES)
  const cached = await files.match(request)
  if (cached !== undefined) return cached
  const found = await fetch(request)
  if (found.ok) await files.put(request, found.clone())
  return found
}

/** Every path of the panel serves the same page. */
async function page(request) {
  const files = await caches.open(FILES)
  try {
    const found = await fetch(request)
    if (found.status === 200 && isPage(found)) await files.put('/painel', found.clone())
    return found
  } catch (error) {
    const cached = await files.match('/painel')
    if (cached === undefined) throw error
    return cached
  }
}

/** Icons and other files have paths below /painel too. */
function isPage({ headers }) {
  return /^text\/html/.test(headers.get('content-type') ?? '')
}

async function cachedResponse(request, url) {
  const responses = await caches.open(RESPONSES)
  // Modes and teams are sent as headers, so the cache key must contain them.
  const scope = ['embarque-mode', 'embarque-team'].map((name) => request.headers.get(name) ?? '').join('/')
  const key = `${url.pathname}${url.search}${url.search === '' ? '?' : '&'}whose=${encodeURIComponent(scope)}`
  try {
    const found = await fetch(request)
    if (await isAccessLost(found.clone())) await caches.delete(RESPONSES)
    else if (found.ok) await keep(responses, key, found.clone())
    return found
  } catch (error) {
    await deleteOldResponses()
    const cached = await (await caches.open(RESPONSES)).match(key)
    if (cached === undefined) throw error
    return cached
  }
}

/**
 * Whether the session has ended, the role allows less, or the user left the team: cached responses are then deleted.
 */
async function isAccessLost(found) {
  if (found.status === 401 || found.status === 403) return true
  if (found.status !== 404) return false
  const { error } = await found.json().catch(() => ({}))
  return error === 'Team not found'
}

async function keep(responses, key, found) {
  const body = await found.json().catch(() => undefined)
  if (body === undefined) return
  const headers = { 'content-type': 'application/json', [CACHED_AT]: String(Date.now()) }
  await responses.put(key, new Response(JSON.stringify(body, masked), { headers }))
  // Each page begins with its profile.
  if (key.startsWith('/api/v1/profile?')) await deleteOldResponses()
  const keys = await responses.keys()
  if (keys.length > RESPONSES_MAX) await responses.delete(keys[0])
}

/** Numbers of identity documents and loyalty accounts are not cached; ticket numbers name a passenger. */
function masked(name, value) {
  const isInFile = name === 'number' && this.issuing_country_code !== undefined
  const isNumber = name === 'unique_identifier' || name === 'account_number' || isInFile
  return isNumber && this.passenger_id === undefined ? '***' : value
}
