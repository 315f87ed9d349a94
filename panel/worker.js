// The panel without a network: its own files, and the lists that were read last. It never answers a write. What was
// read is forgotten here when a session is over or after half a day, and by the page when somebody goes out or comes in.
const FILES = 'panel-files-VERSION'
const ANSWERS = 'panel-answers'
const KEPT_MAX = 60
/** As long as a session lasts that nobody uses, unless the operator says otherwise. */
const KEPT_MS = 12 * 3_600_000
const KEPT_AT = 'embarque-kept-at'
const LISTS =
  /^\/api\/v1\/(?:me|profile|bookings|clients|invoices|quotes|wallet|recurring-invoices|reports|test\/clock)(?:\/|$)/

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(tidy().then(() => self.clients.claim())))
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.loaded)) event.waitUntil(keepLoaded(event.data.loaded))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/painel/assets/')) event.respondWith(keptFile(request))
  else if (request.mode === 'navigate' && url.pathname.startsWith('/painel')) event.respondWith(page(request))
  else if (LISTS.test(url.pathname) && !/\.\w+$/.test(url.pathname)) event.respondWith(answer(request, url))
})

async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith('panel-files-') && name !== FILES)
  await Promise.all(old.map((name) => caches.delete(name)))
  await forgetOld()
}

/** All of it once the session that read it has ended, or else what is older than it may be. */
async function forgetOld() {
  const answers = await caches.open(ANSWERS)
  for (const key of await answers.keys()) {
    const kept = await answers.match(key)
    if (kept === undefined) continue
    if (await isOfEndedSession(kept)) return caches.delete(ANSWERS)
    if (!(Number(kept.headers.get(KEPT_AT)) > Date.now() - KEPT_MS)) await answers.delete(key)
  }
}

/** The profile says until when its session lasts. */
async function isOfEndedSession(kept) {
  const { data } = await kept.json().catch(() => ({}))
  return Date.parse(data?.session?.expires_at) <= Date.now()
}

/** What a page had loaded before we were there to see it: its files, and the page itself. */
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

async function keptFile(request) {
  const files = await caches.open(FILES)
  const kept = await files.match(request)
  if (kept !== undefined) return kept
  const found = await fetch(request)
  if (found.ok) await files.put(request, found.clone())
  return found
}

/** Every address of the panel is the same page. */
async function page(request) {
  const files = await caches.open(FILES)
  try {
    const found = await fetch(request)
    if (found.status === 200 && isPage(found)) await files.put('/painel', found.clone())
    return found
  } catch (error) {
    const kept = await files.match('/painel')
    if (kept === undefined) throw error
    return kept
  }
}

/** Icons and the like have addresses there too. */
function isPage({ headers }) {
  return /^text\/html/.test(headers.get('content-type') ?? '')
}

async function answer(request, url) {
  const answers = await caches.open(ANSWERS)
  // Modes and teams are headers, so their answers would take each other's place.
  const whose = ['embarque-mode', 'embarque-team'].map((name) => request.headers.get(name) ?? '').join('/')
  const key = `${url.pathname}${url.search}${url.search === '' ? '?' : '&'}whose=${encodeURIComponent(whose)}`
  try {
    const found = await fetch(request)
    if (await isRefused(found.clone())) await caches.delete(ANSWERS)
    else if (found.ok) await keep(answers, key, found.clone())
    return found
  } catch (error) {
    await forgetOld()
    const kept = await (await caches.open(ANSWERS)).match(key)
    if (kept === undefined) throw error
    return kept
  }
}

/** The session is over, the role allows less, or the team is not theirs any more: what was read is not kept. */
async function isRefused(found) {
  if (found.status === 401 || found.status === 403) return true
  if (found.status !== 404) return false
  const { error } = await found.json().catch(() => ({}))
  return error === 'Team not found'
}

async function keep(answers, key, found) {
  const body = await found.json().catch(() => undefined)
  if (body === undefined) return
  const headers = { 'content-type': 'application/json', [KEPT_AT]: String(Date.now()) }
  await answers.put(key, new Response(JSON.stringify(body, masked), { headers }))
  await forgetOld()
  const keys = await answers.keys()
  if (keys.length > KEPT_MAX) await answers.delete(keys[0])
}

/** Numbers of passports and the like stay on the service. */
function masked(name, value) {
  return (name === 'unique_identifier' || name === 'account_number') && this.passenger_id === undefined
    ? '***'
    : value
}
