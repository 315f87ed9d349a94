// The panel as browsers get it: while it is built, its page for every address, cached and compressed files,
// and a policy that runs only its own files.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { assertError } from '../../../test/support/agency.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { keep, readBuilt, readKept } from './panel.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'embarque-panel-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
// The panel built in development must serve the next start in production too.
process.env.NODE_ENV = 'development'
after(() => delete process.env.NODE_ENV)
const app = await startApp({ settings: { DATA_DIR: dataDir } })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers, redirect: 'manual' })

test('the root redirects to the panel', async () => {
  const { status, headers } = await get('/')
  assert.deepEqual([status, headers.get('location')], [303, '/painel'])
})

test('during the build a page refreshes itself; then the panel is served, and cached on disk', async () => {
  const waiting = await get('/painel/reservas')
  assert.equal(waiting.status, 503)
  assert.equal(waiting.headers.get('retry-after'), '1')
  assert.match(await waiting.text(), /http-equiv="refresh"/)
  assert.equal((await get('/painel/assets/x.js')).status, 404)
  await app.service.panel?.begin()
  const kept = readdirSync(join(dataDir, 'panel'))
  assert.equal(kept.length, 1)
  assert.match(kept[0] ?? '', /^panel-[0-9a-f]{32}\.jsonl$/)
})

test('every address has its page, under a strict policy', async () => {
  await app.service.panel?.begin()
  const page = await get('/painel')
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"])
    assert.ok(policy.includes(rule), rule)
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(page.headers.get('cache-control'), 'no-cache')
  const html = await page.text()
  const textOf = async (path: string) => (await get(path)).text()
  assert.equal(await textOf('/painel/'), html)
  // The pages differ only in the files they name, and exact addresses come before patterns.
  assert.match(await textOf('/painel/reservas/ord_1'), /assets\/booking-/)
  assert.match(await textOf('/painel/faturas/nova/'), /assets\/new-invoice-/)
  assert.match(await textOf('/painel/entrar?next=/x'), /<html data-sign-in[\s\S]*assets\/sign-in-/)
  assert.doesNotMatch(await textOf('/painel/no/such/screen'), /assets\/(?:booking|sign-in)-/)
  for (const path of [
    '/painel/none.js',
    '/painel/../etc/passwd',
    '/painel/%2e%2e/x.ts',
    '/painel/assets/x.css',
    // Files below it are cached for a year.
    '/painel/assets/x',
    '/painel/assets/',
  ])
    assert.equal((await get(path)).status, 404, path)
  assertError(await app.anybody.post('/painel', {}), 405, 'Method not allowed')
})

test('assets are cached forever, and sent in an encoding that the browser accepts', async () => {
  await app.service.panel?.begin()
  const html = await (await get('/painel')).text()
  const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? assert.fail()
  const base = /href="([^"]+\/base-[^"]+\.js)"/.exec(html)?.[1] ?? assert.fail()
  assert.doesNotMatch(await (await get(base)).text(), /Download the React DevTools/)
  const plain = await get(script, { 'accept-encoding': 'identity' })
  assert.match(plain.headers.get('cache-control') ?? '', /immutable/)
  assert.match(plain.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.equal(plain.headers.get('vary'), 'Accept-Encoding')
  const text = await plain.text()
  for (const encoding of ['br', 'gzip', 'zstd']) {
    const packed = await get(script, { 'accept-encoding': encoding })
    assert.equal(packed.headers.get('content-encoding'), encoding)
    assert.ok(Number(packed.headers.get('content-length')) < text.length / 2)
    assert.equal(await packed.text(), text)
  }
  assert.equal((await get('/painel/worker.js')).headers.get('service-worker-allowed'), '/painel')
  assert.equal((await get('/painel/icon-192.png')).headers.get('content-type'), 'image/png')
})

test('without sources the existing build is served', () => {
  const folder = join(dataDir, 'built')
  assert.throws(() => readBuilt(folder), /ENOENT/)
  const page = JSON.stringify({ name: 'index.html', type: 'text/html', bytes: '', packed: {} })
  assert.equal(keep(folder, '2'.repeat(32), page), true)
  assert.ok(readBuilt(folder).has('index.html'))
  rmSync(join(folder, `panel-${'2'.repeat(32)}.jsonl`))
  assert.throws(() => readBuilt(folder), /ENOENT/)
})

test('a stored build is read again; a failure to store is not an error', () => {
  const folder = join(dataDir, 'kept')
  const [first, second] = ['0'.repeat(32), '1'.repeat(32)]
  const page = { name: 'index.html', type: 'text/html', bytes: '', packed: {} }
  const whole = JSON.stringify(page)
  assert.equal(keep(folder, first, whole), true)
  // Left by a build that died, with the process id of this one.
  writeFileSync(join(folder, `panel-${second}.jsonl.${process.pid}`), whole.slice(0, 9))
  assert.equal(keep(folder, second, whole), true)
  assert.ok(readKept([join(dataDir, 'nowhere'), folder], second)?.has('index.html'))
  assert.equal(readKept([folder], first), undefined, 'those of earlier sources are gone')
  for (const half of ['', whole.slice(0, 9), JSON.stringify({ ...page, name: 'x.js' })]) {
    writeFileSync(join(folder, `panel-${second}.jsonl`), half)
    assert.equal(readKept([folder], second), undefined, `not whole: ${half}`)
  }
  writeFileSync(join(dataDir, 'file'), '')
  assert.equal(keep(join(dataDir, 'file', 'below'), first, 'x'), false)
})
