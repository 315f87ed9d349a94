// The command line of integrators: against a service that runs, by a key alone, with what goes wrong on the way.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { EVENTS } from '../../contract/events.ts'
import { COMMANDS } from '../../server/app/cli/commands.ts'
import { EXIT_CODES } from '../../server/app/cli/failures.ts'
import { TO_SEND } from '../../server/features/invoices/states.ts'
import { type Agency, newAgency } from '../support/agency.ts'
import { booked, holdBody, zzOffer } from '../support/bookings.ts'
import { embarque, embarqueProcess } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { NOBODY } from '../support/free-port.ts'
import { fullRuns } from '../support/full-runs.ts'
import { newInvoice } from '../support/invoicing.ts'
import { verifyBothWays } from '../support/signed-both-ways.ts'
import { startApp } from '../support/start-app.ts'
import { newRecharge } from '../support/wallet.ts'

const app = await startApp()
const folder = mkdtempSync(join(tmpdir(), 'embarque-login-'))
after(() => rmSync(folder, { recursive: true }))
const at = (name: string) => ({ XDG_CONFIG_HOME: join(folder, name) })
const by = ({ testKey }: Agency, url = app.url) => ({ EMBARQUE_URL: url, EMBARQUE_API_KEY: testKey })

/** On this machine alone, wherever there is room. */
async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

test('login checks a key and stores it for its owner only; logout deletes it', async () => {
  const agency = await newAgency(app)
  const home = at('asked')
  const said = await embarque(['login'], home, { answers: [`${app.url}/api/v1/`, agency.testKey] })
  assert.deepEqual([said.code, said.err], [0, ''])
  assert.match(
    said.out,
    /^Logged in to http\S+ for Agência Sol, test mode\. The key is in \S+login\.json\.\n$/,
  )
  const file = join(home.XDG_CONFIG_HOME, 'embarque', 'login.json')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { url: app.url, key: agency.testKey })
  const stored = await embarque(['trigger', 'wallet.credit', '--json'], home)
  assert.match(JSON.parse(stored.out).id, /^evt_/)
  const other = await newAgency(app)
  const replaced = await embarque(['login', '--json', '--url', app.url, '--key', other.liveKey], home)
  assert.deepEqual(
    { ...JSON.parse(replaced.out), file },
    { url: app.url, team_id: other.id, team: 'Agência Sol', mode: 'live', file },
  )
  const live = await embarque(['trigger', 'wallet.credit'], home)
  assert.deepEqual([live.code, live.out], [EXIT_CODES.notAllowed, ''])
  assert.match(live.err, /needs a test key/)
  assert.equal((await embarque(['trigger', 'wallet.credit'], { ...home, ...by(agency) })).code, 0)
  assert.match((await embarque(['logout'], home)).out, /^Logged out/)
  assert.equal((await embarque(['logout', '--json'], home)).out, '{"forgotten":false}\n')
  const withoutLogin = await embarque(['trigger', 'wallet.credit'], home)
  assert.deepEqual([withoutLogin.code, withoutLogin.out], [EXIT_CODES.notAllowed, ''])
  assert.match(withoutLogin.err, /run "npx embarque login", or set EMBARQUE_URL and EMBARQUE_API_KEY/)
})

test('each possible failure is reported as such, with its remedy', async () => {
  const agency = await newAgency(app)
  const strange = createServer((_request, answer) => answer.writeHead(200).end('<h1>Hello</h1>'))
  const away = createServer((_request, answer) =>
    answer.writeHead(302, { location: 'https://x.example/' }).end(),
  )
  const [strangeUrl, awayUrl] = [await listen(strange), await listen(away)]
  const { id: charge } = await newRecharge(agency.test)
  const wrongKey = `sk_test_${'x'.repeat(32)}`
  const damaged = at('damaged')
  await embarque(['login', '--url', app.url, '--key', agency.testKey], damaged)
  writeFileSync(join(damaged.XDG_CONFIG_HOME, 'embarque', 'login.json'), '{')
  for (const [settings, args, code, pattern] of [
    [
      { ...by(agency), EMBARQUE_API_KEY: wrongKey },
      ['pay', 'x'],
      'notAllowed',
      /does not know the key sk_test_…xxxx/,
    ],
    [by(agency, `http://${NOBODY}`), ['pay', 'x'], 'notReached', /No service answers at \S+\. Start it with/],
    [
      by(agency, 'http://nowhere.invalid'),
      ['pay', 'x'],
      'notReached',
      /no machine of the name|cannot be reached/,
    ],
    [by(agency, strangeUrl), ['pay', 'x'], 'notReached', /is no Embarque service \(HTTP 200\)/],
    [by(agency, awayUrl), ['pay', 'x'], 'notReached', /\(HTTP 302, to https:\/\/x\.example\/\)/],
    [by(agency, 'http://'), ['pay', 'x'], 'notUnderstood', /is no address of a service/],
    [damaged, ['pay', 'x'], 'failed', /login\.json is damaged: run "npx embarque login" again/],
    [by(agency), ['pay', 'rch_unknown'], 'failed', /^Charge not found/],
    [by(agency), ['pay'], 'notUnderstood', /^ID is missing: a recharge/],
    [
      by(agency),
      ['pay', '--nonsense'],
      'notUnderstood',
      /^There is no option "--nonsense"\. "pay --help" lists all/,
    ],
    [
      by(agency),
      ['pay', '--amount', '3,50', charge],
      'notUnderstood',
      /^--amount must be an amount above zero/,
    ],
    [by(agency), ['pay', '--method', 'foo', charge], 'notUnderstood', /^--method must be/],
    [
      by(agency),
      ['pay', '--method', 'boleto', charge],
      'failed',
      / no charge of it by boleto, but one by pix\n$/,
    ],
    [by(agency), ['trigger', 'flown'], 'notUnderstood', /^TYPE names "flown", which is no event type\n$/],
    [by(agency), ['trigger', 'bookings.ticketed'], 'notUnderstood', /did you mean booking\.ticketed\?/],
    [by(agency), ['trigger'], 'notUnderstood', /^TYPE is missing: which event/],
    [by(agency), ['clock', 'advance'], 'notUnderstood', /^BY is missing: how far, such as 3d, 12h, 30min/],
    [
      by(agency),
      ['clock', 'advance', '3x'],
      'notUnderstood',
      /^BY is how far, such as 3d, 12h, .*; not "3x"/,
    ],
    [by(agency), ['clock', 'advance', 'P9Y'], 'notUnderstood', /^BY must be an ISO 8601 duration/],
    [by(agency), ['clock', 'advance', '0d'], 'notUnderstood', /^BY must be an ISO 8601 duration/],
    [by(agency), ['deliveries', 'replay'], 'notUnderstood', /--webhook is needed/],
    [
      by(agency),
      ['deliveries', 'replay', '--webhook', 'wh_x', '--since', 'garbage'],
      'notUnderstood',
      /^--since must be/,
    ],
    [by(agency), ['deliveries', 'replay', 'dlv_x'], 'failed', /None of the 0 webhooks has a delivery dlv_x/],
    [by(agency), ['listen'], 'notUnderstood', /^--forward-to must be an http or https address/],
    [by(agency), ['listen', '--forward-to', 'nonsense'], 'notUnderstood', /such as http:\/\/localhost:4000/],
    [
      by(agency),
      ['listen', '--forward-to', 'ftp://localhost:1'],
      'notUnderstood',
      /must be an http or https/,
    ],
    [
      by(agency),
      ['listen', '--forward-to', 'localhost:1', '--secret', 'x'],
      'notUnderstood',
      /--secret must have 16 to 200 printable ASCII characters, after an optional whsec_/,
    ],
    [
      by(agency),
      ['events', 'tail', '--events', 'booking.ticketd'],
      'notUnderstood',
      /did you mean booking\.ticketed\?/,
    ],
    [by(agency), ['events', 'tail', '--count', 'x'], 'notUnderstood', /^--count must be a whole number/],
    [by(agency), ['events', 'tail', '--count', '0'], 'notUnderstood', /^--count must be .*at least 1\n$/],
    [by(agency), ['listen', '--forward-to', 'localhost:1', '--count', '0'], 'notUnderstood', /at least 1\n$/],
    [at('none'), ['login', '--url', app.url, '--key', 'secret'], 'notUnderstood', /begins with sk_test_/],
    [at('none'), ['completion', 'tcsh'], 'notUnderstood', /must be one of bash, zsh, fish/],
  ] as const) {
    const run = await embarque([...args], settings)
    assert.deepEqual([run.code, run.out], [EXIT_CODES[code], ''], args.join(' '))
    assert.match(run.err, pattern)
    const asJson = await embarque([...args, '--json'], settings)
    assert.deepEqual([asJson.code, JSON.parse(asJson.err).why], [run.code, code], asJson.err)
  }
  strange.close()
  away.close()
})

/** A receiver on this machine that keeps what it is sent. */
async function startHook(status = 200) {
  const got: { body: string; headers: Record<string, string | string[] | undefined> }[] = []
  const server = createServer(async (request, answer) => {
    got.push({ body: await text(request), headers: request.headers })
    answer.writeHead(status).end()
  })
  return { url: `${await listen(server)}/hook`, got, close: () => server.close() }
}

/** A line to the service that can be cut. */
async function startLine() {
  const sockets = new Set<Socket>()
  const server = createTcpServer((near) => {
    const far = connect(Number(new URL(app.url).port), '127.0.0.1')
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const url = await listen(server)
  return { url, cut, close: () => server.close(cut) }
}

async function trigger(agency: Agency, type: string): Promise<void> {
  assert.equal((await agency.test.post('/api/v1/test/events', { type })).status, 201)
}

test('listen posts each event once and in order, signed like a webhook, across cut connections', async () => {
  const agency = await newAgency(app)
  const [hook, line, stop] = [await startHook(), await startLine(), new AbortController()]
  const ready = Promise.withResolvers<void>()
  const args = ['listen', '--forward-to', hook.url, '--events', 'wallet.credit,booking.created', '--json']
  const running = embarque(args, by(agency, line.url), { stop: stop.signal, hear: () => ready.resolve() })
  await ready.promise
  await trigger(agency, 'wallet.credit')
  await eventually('the first came', () => hook.got.length === 1)
  const rounds = fullRuns ? 3 : 1
  for (let round = 0; round < rounds; round++) {
    line.cut()
    await trigger(agency, 'wallet.credit')
    await trigger(agency, 'wallet.debit')
    await trigger(agency, 'wallet.credit')
    await eventually('all came', () => hook.got.length === 3 + round * 2)
  }
  const booking = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  await eventually('the booking came', () => hook.got.length === 2 + rounds * 2)
  stop.abort()
  const { code, out } = await running
  assert.equal(code, 0)
  const [first, ...lines] = out
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one))
  assert.match(first.secret, /^whsec_/)
  const { data } = (await agency.test.get('/api/v1/events?after_sequence=0&limit=100')).body
  const wanted = data.filter(({ type }: { type: string }) =>
    /^(?:wallet\.credit|booking\.created)$/.test(type),
  )
  assert.deepEqual(
    lines.map(({ id, type, status, error }) => [id, type, status, error]),
    wanted.map(({ id, type }: { id: string; type: string }) => [id, type, 200, null]),
  )
  for (const got of hook.got) await verifyBothWays(got, first.secret)
  const sent = JSON.parse(hook.got.at(-1)?.body ?? '')
  assert.deepEqual(
    [sent.data.object.id, sent.data.object.passengers.length, 'actor' in sent, sent.webhook_id.slice(0, 3)],
    [booking.id, booking.passengers.length, false, 'wh_'],
  )
  hook.close()
  line.close()
})

test("listen prints a receiver's response, or that it is unreachable; events tail prints events", async () => {
  const agency = await newAgency(app)
  const hook = await startHook(503)
  const events = (count: number) => ['--after', '0', '--count', String(count)]
  await trigger(agency, 'wallet.credit')
  await trigger(agency, 'api_key.created')
  const refused = await embarque(['listen', '--forward-to', hook.url, ...events(1)], by(agency))
  assert.match(
    refused.out,
    /^Forwarding the events of .*\nSigning secret: whsec_\S+\n[\d:]+ {2}503 {2}\d+ ms {2}\S+ {2}evt_\w+\n$/,
  )
  const absent = [
    'listen',
    '--forward-to',
    `http://${NOBODY}`,
    '--secret',
    'my own local secret',
    ...events(1),
  ]
  assert.match((await embarque(absent, by(agency))).out, / {2}ECONNREFUSED {2}\d+ ms /)
  const tail = await embarque(['events', 'tail', ...events(2)], by(agency))
  assert.match(
    tail.out,
    /^The events of .*\n1 {2}\S+Z {2}wallet\.credit {2}txn_\w+\n2 {2}\S+ {2}api_key\.created {2}\S+\n$/,
  )
  const lines = await embarque(['events', 'tail', ...events(2), '--json'], by(agency))
  assert.deepEqual(
    lines.out
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one).sequence ?? 0),
    [0, 1, 2],
  )
  const stop = new AbortController()
  const hear = (text: string) => text.startsWith('No event') && stop.abort()
  const early = await embarque(['events', 'tail', '--after', '99999'], by(agency), {
    stop: stop.signal,
    hear,
  })
  assert.equal(early.err, 'No event has the sequence 99999: this begins with what happens from now on.\n')
  hook.close()
})

test('more events than the stream replays are read from the list, each once', async () => {
  const agency = await newAgency(app)
  await trigger(agency, 'wallet.credit')
  await app.asOwner(`insert into events select 'evt_' || n, team_id, mode, n, type, payload, created_at
    from events, generate_series(2, 1202) n where team_id = '${agency.id}' and mode = 'test' and sequence = 1`)
  await app.asOwner(
    `update team_counters set event_sequence = 1202 where team_id = '${agency.id}' and mode = 'test'`,
  )
  const { out } = await embarque(['events', 'tail', '--after', '1', '--count', '1201', '--json'], by(agency))
  const numbers = out
    .trim()
    .split('\n')
    .slice(1)
    .map((one) => JSON.parse(one).sequence)
  assert.deepEqual(
    numbers,
    Array.from({ length: 1201 }, (_, index) => index + 2),
  )
})

test('pay, clock advance and deliveries replay match the API', async () => {
  const agency = await newAgency(app)
  const here = by(agency)
  const { id } = await newRecharge(agency.test)
  const pay = async (...args: string[]) => (await embarque(['pay', ...args], here)).out
  const lineFor = (of: string, text: string) => `${of} at the simulated bank: ${text}.\n`
  assert.equal(await pay(id), lineFor(id, 'paid 500.00, it is completed'))
  const [less, more] = [await newRecharge(agency.test), await newRecharge(agency.test)]
  assert.equal(
    await pay('--amount', '400.00', less.id),
    lineFor(less.id, 'paid 400.00 of 500.00, it is completed'),
  )
  assert.match(
    await pay('--amount', '900.00', more.id),
    /paid 0\.00 of 500\.00, 900\.00 held until .* pending/,
  )
  const { id: invoice } = await newInvoice(agency.test, TO_SEND)
  assert.equal(await pay('--amount', '4.00', invoice), lineFor(invoice, 'paid 4.00 of 150.00, 146.00 left'))
  assert.equal(
    await pay('--amount', '147.00', invoice),
    lineFor(invoice, 'paid 151.00, 1.00 more than was due'),
  )
  const whole = await newInvoice(agency.test, TO_SEND)
  assert.equal(await pay(whole.id), lineFor(whole.id, 'paid in full, 150.00'))
  const live = await newRecharge(agency.live)
  const paidLive = await embarque(['pay', live.id], { ...here, EMBARQUE_API_KEY: agency.liveKey })
  assert.equal(paidLive.out, lineFor(live.id, 'paid 500.00, it is completed'), 'outside production')
  const other = await newRecharge(agency.test)
  const asJson = await embarque(['pay', '--json', '--amount', '500.00', '--method', 'pix', other.id], here)
  assert.equal(JSON.parse(asJson.out || asJson.err).id, other.id, asJson.err)
  const before = (await agency.test.get('/api/v1/test/clock')).body.data.now
  for (const [by, ms] of [
    ['2d', 2 * 86_400_000],
    ['3h', 3 * 3_600_000],
    ['30min', 1_800_000],
    ['PT1M', 60_000],
    ['1w', 7 * 86_400_000],
  ] as const) {
    const from = (await agency.test.get('/api/v1/test/clock')).body.data.now
    const { out } = await embarque(['clock', 'advance', by, '--json'], here)
    const gone = Date.parse(JSON.parse(out).now) - Date.parse(from)
    assert.ok(gone >= ms && gone < ms + 60_000, `${by}: ${gone}`)
  }
  assert.match(
    (await embarque(['clock', 'advance', '1s'], here)).out,
    /^The test clock is at .*Z; \d+ jobs ran/,
  )
  const receiver = await startReceiver()
  const made = await agency.test.post('/api/v1/webhooks', { url: receiver.url, events: ['wallet.credit'] })
  const webhook = made.body.data.id
  const asked = receiver.requests.length
  await embarque(['trigger', 'wallet.credit'], here)
  await receiver.waitFor(asked + 1)
  const deliveries = async () => (await agency.test.get(`/api/v1/webhooks/${webhook}/deliveries`)).body.data
  const [delivery] = await deliveries()
  const again = await embarque(['deliveries', 'replay', delivery.id], here)
  assert.match(again.out, new RegExp(`^${delivery.id} is sent again, as dlv_\\w+\\.\\n$`), again.err)
  await receiver.waitFor(asked + 2)
  const since = ['deliveries', 'replay', '--webhook', webhook, '--since', before]
  assert.equal((await embarque(since, here)).out, '0 deliveries are sent again.\n', 'none of them failed')
  const unknown = await embarque(['deliveries', 'replay', 'dlv_x', '--webhook', webhook], here)
  assert.match(unknown.err, /Delivery not found/)
  await receiver.close()
})

test('help of a command, of a group and of all; the version; shell completion', async () => {
  const help = await embarque(['listen', '--help'])
  assert.match(
    help.out,
    /^embarque listen --forward-to URL \[--events A,B\][\s\S]*--forward-to URL +your receiver.*\(needed\)$/m,
  )
  assert.equal((await embarque(['help', 'listen'])).out, help.out)
  const group = await embarque(['team', '--help'])
  assert.deepEqual([group.code, group.err], [0, ''])
  assert.deepEqual(await embarque(['help', 'team']), group)
  const alone = await embarque(['clock', '--json'])
  assert.deepEqual([alone.code, alone.out], [EXIT_CODES.notUnderstood, ''])
  assert.deepEqual(JSON.parse(alone.err), {
    error: 'There is no command "clock". There are: clock advance. "help" lists all.',
    why: 'notUnderstood',
  })
  assert.match(group.out, /team create[\s\S]*team list/)
  assert.doesNotMatch(group.out, /key create/)
  assert.match((await embarque(['--version'])).out, /^Embarque \d+\.\d+\.\d+\n$/)
  assert.match(JSON.parse((await embarque(['--version', '--json'])).out).version, /^\d/)
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await embarque(['completion', shell])
    for (const { name, options } of COMMANDS)
      for (const word of [...name.split(' '), ...Object.keys(options), 'json'])
        assert.ok(out.includes(word), word)
    for (const type of Object.keys(EVENTS)) assert.ok(out.includes(type), type)
  }
  const { out: script } = await embarque(['completion', 'bash'])
  writeFileSync(
    join(folder, 'complete.sh'),
    `${script}\nCOMP_WORDS=(embarque clock adv); COMP_CWORD=2; _embarque; echo "$COMPREPLY"\n`,
  )
  const { execFileSync } = await import('node:child_process')
  assert.equal(execFileSync('bash', [join(folder, 'complete.sh')], { encoding: 'utf8' }), 'advance\n')
})

test('a command that needs no database loads none: it starts, prints help and exits', async () => {
  const run = await embarqueProcess(['logout', '--json'], { ...at('process'), HOME: folder })
  assert.deepEqual(run, { code: 0, out: '{"forgotten":false}\n', err: '' })
})
