// `npm run demo` as a newcomer meets it: from search to ticket and to a paid invoice, twice, in both languages, and a
// sentence that helps where no service runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXIT_CODES } from '../../server/app/cli/failures.ts'
import { embarque } from '../support/command-line.ts'
import { serviceUrl } from '../support/database.ts'
import { LIVE_KEY, SECRET_KEY, startApp, TEST_KEY } from '../support/start-app.ts'

const app = await startApp()
const here = {
  DATABASE_URL: serviceUrl(app.databaseUrl),
  DATABASE_OWNER_URL: app.databaseUrl,
  SECRET_KEY,
  EMBARQUE_URL: `${app.url}/`,
}

const STEPS = [
  'POST /api/v1/flights/search',
  'POST /api/v1/bookings',
  'PUT /api/v1/bookings/:id/confirm',
  'GET /api/v1/bookings/:id',
  'GET /api/v1/clients/:id',
  'POST /api/v1/invoices',
  'POST /api/v1/test/charges/:id/pay',
]

async function outputOf(args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await embarque(['demo', ...args], { ...here, ...settings })
  assert.deepEqual({ code, err }, { code: 0, err: '' })
  return out
}

/** The first word of each request line, without its number and time. */
function requestsIn(out: string): string[] {
  return [...out.matchAll(/^ {4}((?:GET|POST|PUT) \S+) +2\d\d {2}\d+ ms$/gm)].map(
    ([, request = '']) => request,
  )
}

test('it prints each step and its result in eighty columns, with working links', async () => {
  const out = await outputOf([])
  assert.deepEqual(requestsIn(out), STEPS)
  assert.match(
    out,
    /The booking is "ticketed"\. Ticket \d{13}\.\s+GET\s+\/api\/v1\/mails\s+lists\s+the\s+mails/,
  )
  assert.doesNotMatch(out, /mailed/)
  assert.match(out, /the\s+invoice\s+is\s+"paid"/)
  assert.equal(out.includes('\u001b'), false, 'no colours without a terminal')
  for (const line of out.split('\n')) assert.ok(line.length <= 80 || line.includes('http'), line)
  const links = [...out.matchAll(/^ {4}\S.* {2}(http\S+)$/gm)].map(([, link = '']) => link)
  assert.equal(links.length, 4)
  // The panel's link is that of the banner: passkeys need the name localhost.
  assert.ok(links.includes(`${app.url.replace('127.0.0.1', 'localhost')}/painel`))
  for (const link of links) {
    const { status } = await app.anybody.get(new URL(link).pathname)
    assert.ok(status === 200 || (link.endsWith('/painel') && status === 503), `${status} ${link}`)
  }
})

test('it runs again, in Portuguese, with a given key and on an advanced clock', async () => {
  await app.advance('P40D')
  const out = await outputOf(['--lang', 'pt'], { EMBARQUE_API_KEY: TEST_KEY })
  assert.deepEqual(requestsIn(out), STEPS)
  assert.match(out, /Reservar com prazo\n {4}POST \/api\/v1\/bookings /)
  assert.match(out, /R\$ \d+,\d\d/)
  assert.match(out, /A reserva está emitida \("ticketed"\)\. Bilhete \d{13}\./)
  assert.match(out, /a\s+fatura\s+está\s+paga\s+\("paid"\)\.\s+Cada\s+passo\s+gerou\s+um\s+evento/)
  assert.match(out, /até\s+\d\d\/\d\d\/\d{4}\s+às\s+\d\d:\d\d\s+\(UTC\)/)
  assert.doesNotMatch(out, /\d{4}-\d\d-\d\d/)
  const bookings = await app.test.get('/api/v1/bookings?status=ticketed&search=souza')
  assert.equal(bookings.body.pagination.total, 2)
  const invoices = await app.test.get('/api/v1/invoices')
  const states = invoices.body.data.map(({ payment_status }: { payment_status: string }) => payment_status)
  assert.deepEqual(states, ['paid', 'paid'])
})

test('the key it creates is a test key, and is revoked at the end', async () => {
  const { body } = await app.test.get('/api/v1/api-keys?limit=100')
  const keys = body.data.filter(({ name }: { name: string }) => name === 'npm run demo')
  assert.deepEqual(
    keys.map(({ mode, revoked_at }: { mode: string; revoked_at: string | null }) => [
      mode,
      revoked_at !== null,
    ]),
    [['test', true]],
  )
})

test('without a running service it says what to do, in the language of the terminal', async () => {
  const nowhere = { ...here, EMBARQUE_URL: 'http://127.0.0.1:9' }
  const refused = async (args: string[], settings: Record<string, string>) => {
    const { code, err, out } = await embarque(['demo', ...args], settings)
    assert.deepEqual([code, out], [1, ''])
    return err
  }
  assert.match(
    await refused([], nowhere),
    /No service answers at http:\/\/127\.0\.0\.1:9\.\nIf .* set PORT .*\n.*"npm start"/,
  )
  assert.match(await refused([], { ...nowhere, LANG: 'pt_BR.UTF-8' }), /^Nenhum serviço responde/)
  assert.match(await refused(['--lang', 'en'], { ...nowhere, LANG: 'pt_BR.UTF-8' }), /^No service/)
  const wrong = await embarque(['demo', '--lang', 'xx'], nowhere)
  assert.deepEqual(wrong, { code: 2, out: '', err: '--lang must be en or pt, not "xx"\n' })
  const elsewhere = { EMBARQUE_URL: app.url, DATA_DIR: '/nonexistent/embarque' }
  assert.match(await refused([], elsewhere), /EMBARQUE_API_KEY/)
})

test('a refusal is reported as by every command that calls the service', async () => {
  const refused = async (key: string) => embarque(['demo'], { ...here, EMBARQUE_API_KEY: key })
  const wrong = await refused('sk_test_wrong')
  assert.equal(wrong.code, EXIT_CODES.notAllowed)
  assert.match(wrong.err, /does not know the key sk_test_…rong: .* "npx embarque login"\.\n$/)
  const live = await refused(LIVE_KEY)
  assert.deepEqual([live.code, /needs a test key/.test(live.err)], [EXIT_CODES.notAllowed, true], live.err)
})
