// The script of the pages: copies a code, reloads a changed page, counts down the last hours of a quote, and keeps
// the page of a trip for times without a network.
// Everything else works without it.

/**
 * Without a secure connection there is no clipboard API: the text is selected, and copied by the older
 * command if possible.
 */
const COPY = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies)
  const said = document.getElementById(button.dataset.says)
  const say = (words) => {
    said.textContent = ''
    setTimeout(() => { said.textContent = words }, 60)
  }
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.dataset.plain)
      say(button.dataset.done)
    } catch {
      getSelection().selectAllChildren(source)
      say(document.execCommand('copy') ? button.dataset.done : document.body.dataset.copyFailed)
    }
  })
}
`

/** Polls every few seconds, while the page is visible, whether it is still current; if not, reloads it. */
const WATCH = `
const watched = document.getElementById('watched')
if (watched) {
  const look = async () => {
    if (document.hidden) return
    try {
      const answer = await fetch(watched.dataset.asks, { cache: 'no-store' })
      if (answer.ok && (await answer.json()).version !== watched.dataset.version) location.reload()
    } catch {}
  }
  setInterval(look, 4000)
  document.addEventListener('visibilitychange', look)
}
`

/**
 * Counts from the server's time by the page's age, because the reader's clock may be wrong. The server alone
 * decides about the end: the page asks once and reloads.
 */
const COUNT_DOWN = `
const counted = document.getElementById('counted')
if (counted) {
  const whole = Date.parse(counted.dataset.until) - Date.parse(counted.dataset.now)
  const [opened, begun] = [Date.now(), performance.now()]
  const count = () => {
    const left = whole - Math.max(performance.now() - begun, Date.now() - opened)
    if (0 >= left && whole > 0 && !document.hidden) {
      clearInterval(counting)
      location.reload()
    }
    const minutes = Math.ceil(left / 60000)
    if (minutes > 1500 || 1 > minutes) return
    const text = counted.dataset.words.replace('{h}', Math.floor(minutes / 60)).replace('{m}', minutes % 60)
    if (counted.textContent !== text) counted.textContent = text
  }
  const counting = setInterval(count, 5000)
  count()
}
`

/** Says that a kept page is shown. Service workers need a secure connection; without one nothing is kept. */
const KEEP = `
const offline = document.getElementById('offline')
if (offline) {
  const show = () => { offline.hidden = navigator.onLine }
  addEventListener('online', show)
  addEventListener('offline', show)
  show()
  const { worker, scope, keeps } = offline.dataset
  if (navigator.serviceWorker && navigator.onLine) {
    navigator.serviceWorker.register(worker, { scope }).catch(() => {})
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage(JSON.parse(keeps)))
  }
}
`

export const PAGE_SCRIPT = `${COPY}${WATCH}${COUNT_DOWN}${KEEP}`
