// The script of the documentation: search, one language for all samples, copying, a key for the tab, and
// trying requests.

const $ = (selector, within = document) => within.querySelector(selector)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

/** Storage may be switched off. */
const kept = (storage) => ({
  get: (name) => {
    try {
      return globalThis[storage].getItem(`embarque.docs.${name}`)
    } catch {
      return null
    }
  },
  set: (name, value) => {
    try {
      globalThis[storage].setItem(`embarque.docs.${name}`, value)
    } catch {}
  },
})
const tab = kept('sessionStorage')
const browser = kept('localStorage')

function element(name, text, props = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...props })
}

// Search: the whole index is small, and loads at the first keystroke.

const find = $('#find')
const found = $('#found')
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
let index

async function readIndex() {
  index ??= fetch('/docs/search.json').then((answer) => answer.json())
  return index
}

/** A match in the title ranks before matches in the text. */
function score({ title, page, text }, words) {
  let sum = title === words.join(' ') ? 1000 : 0
  for (const word of words) {
    if (title.startsWith(word)) sum += 120
    else if (title.includes(` ${word}`)) sum += 110
    else if (title.includes(word)) sum += 100
    else if (page.includes(word)) sum += 4
    else if (text.includes(word)) sum += 1
    else return 0
  }
  return sum
}

async function look() {
  const words = folded(find.value)
    .split(/[^\p{L}\p{N}_./-]+/u)
    .filter(Boolean)
  const entries = words.length === 0 ? [] : await readIndex()
  const ranked = entries
    .map(([title, page, path, text]) => ({
      title,
      page,
      path,
      points: score({ title: folded(title), page: folded(page), text: folded(text) }, words),
    }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, 14)
  found.replaceChildren(
    ...ranked.map(({ title, page, path }) => {
      const link = element('a', title, { href: path })
      link.append(element('small', page))
      const row = element('li', '')
      row.append(link)
      return row
    }),
  )
  if (ranked.length === 0) found.append(element('li', `Nothing found for "${find.value.trim()}".`))
  found.hidden = words.length === 0
  $('#found-count').textContent = words.length === 0 ? '' : `${ranked.length} found`
}

$('.finder').hidden = false
find.addEventListener('input', look)
find.addEventListener('focus', look)
document.addEventListener('keydown', (event) => {
  const isTyping = /^(?:INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    find.focus()
  }
  if (event.key === 'Escape') {
    if (found.contains(document.activeElement)) find.focus()
    found.hidden = true
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const places = [find, ...all('a', found)]
  const at = places.indexOf(document.activeElement)
  if (step === undefined || at < 0 || found.hidden) return
  event.preventDefault()
  places[(at + step + places.length) % places.length].focus()
})
document.addEventListener('click', (event) => {
  if (!$('.finder').contains(event.target)) found.hidden = true
})

// Samples: choosing a language applies everywhere.

function choose(language) {
  for (const input of all('.samples input')) if (input.dataset.language === language) input.checked = true
}

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.samples input')) return
  const before = target.getBoundingClientRect().top
  choose(target.dataset.language)
  browser.set('language', target.dataset.language)
  // The content above may have changed its height.
  scrollBy(0, target.getBoundingClientRect().top - before)
})
choose(browser.get('language'))

// Copying code: browsers allow it on https and on this machine.

const COPYING = {
  en: { copy: 'Copy', copied: 'Copied', failed: 'Not copied' },
  'pt-BR': { copy: 'Copiar', copied: 'Copiado', failed: 'Não copiado' },
}
const COPIED_MS = 2000
const copyStatus = element('p', '', { className: 'hidden-text', role: 'status' })

function addCopyButton(code, words) {
  const box = element('div', '', { className: 'code' })
  const button = element('button', words.copy, { type: 'button', className: 'copy' })
  code.replaceWith(box)
  box.append(code, button)
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(code.textContent).then(
      () => true,
      () => false,
    )
    button.textContent = isCopied ? words.copied : words.failed
    copyStatus.textContent = button.textContent
    setTimeout(() => {
      button.textContent = words.copy
      copyStatus.textContent = ''
    }, COPIED_MS)
  })
}

if (navigator.clipboard) {
  const main = $('main')
  main.append(copyStatus)
  for (const code of all('pre', main)) addCopyButton(code, COPYING[main.lang] ?? COPYING.en)
}

// The key: typed, or created for the user who is signed in to the panel. It stays in this tab.

const keyForm = $('.key-form')
const says = (text) => {
  const place = $('[data-key-says]')
  if (place) place.textContent = text
}
let team

function showKey() {
  const key = tab.get('key')
  for (const place of all('[data-key]')) place.textContent = key ?? 'sk_test_...'
}
for (const place of all('[data-origin]')) place.textContent = location.origin

async function ask(method, path, { body, key = tab.get('key') } = {}) {
  const headers = {
    ...(key
      ? { authorization: `Bearer ${key}` }
      : { 'embarque-mode': 'test', ...(team && { 'embarque-team': team }) }),
    ...(body && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID?.() ?? String(Math.random()) }),
  }
  return fetch(path, { method, headers, ...(body && { body }), credentials: 'same-origin' })
}

/** Shows whether the user is signed in. */
async function useSignIn() {
  const answer = await ask('GET', '/api/v1/profile', { key: '' })
  if (!answer.ok)
    return says('Nobody is signed in here: sign in to the panel in another tab, then press this again.')
  const { data } = await answer.json()
  team = data.teams[0]?.id
  $('[data-make-key]').hidden = team === undefined
  says(`Signed in as ${data.name}, ${data.teams[0]?.name ?? 'without a team'}: requests go in test mode.`)
}

const UNKNOWN_KEY = {
  en: 'This key is not known here: copy it again, whole, or make another.',
  pt: 'Esta chave não é conhecida aqui: copie-a de novo, inteira, ou crie outra.',
}

/** Only a key that the service knows is kept. */
async function takeKey(key) {
  if (key.startsWith('sk_live_'))
    return says('That is a live key. Requests from here go with test keys alone.')
  if (key !== '') {
    const { status } = await ask('GET', '/api/v1/me', { key })
    if (status === 401) return says(UNKNOWN_KEY[navigator.language.startsWith('pt') ? 'pt' : 'en'])
  }
  tab.set('key', key)
  showKey()
  says(key === '' ? 'The key was forgotten.' : 'Kept in this tab.')
}

async function makeKey() {
  const expires = new Date(Date.now() + 12 * 3_600_000).toISOString()
  const body = JSON.stringify({ name: 'Documents', expires_at: expires })
  const answer = await ask('POST', '/api/v1/api-keys', { body, key: '' })
  const { data, message } = await answer.json()
  if (!answer.ok) return says(message)
  tab.set('key', data.secret)
  showKey()
  says('A test key was made; it ends in twelve hours, and the panel lists it.')
}

if (keyForm) {
  keyForm.hidden = false
  showKey()
  keyForm.addEventListener('submit', (event) => {
    event.preventDefault()
    takeKey($('#key').value.trim()).catch((error) => says(String(error)))
  })
  $('[data-sign-in]').addEventListener('click', useSignIn)
  $('[data-make-key]').addEventListener('click', makeKey)
}

// Trying: sends the request as shown, and shows the response.

function addressOf(form) {
  const query = new URLSearchParams()
  let path = form.dataset.path
  for (const { name, value, dataset } of all('input', form)) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(name, value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

async function send(form, outcome) {
  const begun = performance.now()
  const body = $('textarea', form)?.value
  const answer = await ask(form.dataset.method, addressOf(form), body ? { body } : {})
  const took = Math.round(performance.now() - begun)
  const type = answer.headers.get('content-type') ?? ''
  const text = /json|text|svg/.test(type) ? await answer.text() : `(${type})`
  const hint = answer.status === 401 ? ' A key is needed: see "Your test key" above.' : ''
  const head = element('p', `${answer.status} in ${took} ms.${hint}`)
  outcome.replaceChildren(head, element('pre', pretty(text), { tabIndex: 0 }))
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

for (const box of all('.try')) {
  box.hidden = false
  const [form, outcome] = [$('form', box), $('.outcome', box)]
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    outcome.replaceChildren(element('p', 'Sending...'))
    await send(form, outcome).catch((error) => outcome.replaceChildren(element('p', String(error))))
  })
}
