// The command line as a person meets it: what it does to the database, what it says, and how it ends.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { proveSecretKey } from '../../server/app/boot/migrate.ts'
import { INSTALLATION_CHECKS } from '../../server/app/cli/checks/installation-checks.ts'
import { COMMANDS } from '../../server/app/cli/commands.ts'
import { makeSecretBox } from '../../server/kernel/crypto/secret-box.ts'
import { offsetClock, realClock } from '../../server/kernel/process/clock.ts'
import { makeClient } from '../support/client.ts'
import { embarque, embarqueProcess, type Run } from '../support/command-line.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { dumpOf, query } from '../support/dump.ts'
import { eventually } from '../support/eventually.ts'
import { newPerson, SAME_SITE, signedIn, signIn } from '../support/people.ts'
import { samplePng } from '../support/samples/sample-picture.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'

const app = await startApp()
const { pool } = app.service.world
const here = { DATABASE_URL: serviceUrl(app.databaseUrl), DATABASE_OWNER_URL: app.databaseUrl, SECRET_KEY }
const folder = mkdtempSync(join(tmpdir(), 'embarque-cli-'))
after(() => rmSync(folder, { recursive: true }))

/** A command that must succeed; returns what it said. */
async function run(...args: string[]): Promise<string> {
  return succeeded(args, await embarque(args, here))
}

function succeeded(args: string[], { code, out, err }: Run): string {
  assert.deepEqual({ code, err }, { code: 0, err: '' }, args.join(' '))
  return out
}

const part = (text: string, pattern: RegExp) =>
  text.match(pattern)?.[1] ?? assert.fail(`${pattern} in ${text}`)

test('help lists every command; an unknown one exits with 2', async () => {
  const [help, unknown] = await Promise.all([embarqueProcess(['help']), embarqueProcess(['fly', 'away'])])
  assert.deepEqual([help.code, help.err], [0, ''])
  for (const {
    name,
    usage: [usage],
    meaning: [meaning],
  } of COMMANDS) {
    assert.match(help.out, new RegExp(`^  ${name} +${meaning}$`, 'm'))
    assert.ok(help.out.includes(usage.slice(name.length).trim()), usage)
  }
  assert.deepEqual(unknown, {
    code: 2,
    out: '',
    err: 'There is no command "fly away". "help" lists all.\n',
  })
})

test('every invalid setting is reported, each on one line', async () => {
  const wrong = { PORT: 'x', ROLE: 'boss', SECRET_KEY: '00', DATABASE_URL: 'mysql://there' }
  const [started, examined] = await Promise.all([
    embarqueProcess(['start'], wrong),
    embarque(['doctor'], wrong),
  ])
  const lines = [
    'PORT must be a whole number from 0 to 65535',
    'ROLE must be one of all, api, worker',
    'DATABASE_URL must look like postgresql://user:password@host:5432/database',
    'SECRET_KEY must be 32 bytes, written as 64 hex digits or as base64',
  ]
  const expected = ['The settings are wrong:', ...lines.map((line) => `  - ${line}`), ''].join('\n')
  assert.deepEqual(started, { code: 1, out: '', err: expected })
  assert.deepEqual([examined.code, examined.err], [1, ''])
  assert.match(examined.out, /^problem {2}settings /)
  for (const line of lines) assert.ok(examined.out.includes(`- ${line}\n`), line)
})

test('team create and team list', async () => {
  const made = await run('team', 'create', '--name', 'Ágil', '--email', 'a@agil.example', '--fee', '12.50')
  const team = part(made, /^Team (team_\w+) \(Ágil\)$/m)
  for (const mode of ['Live', 'Test']) {
    const key = part(made, new RegExp(`^${mode} key: (sk_\\w+)$`, 'm'))
    const me = await makeClient(app.url, key).get('/api/v1/me')
    assert.deepEqual([me.status, me.body.data.id, me.body.data.mode], [200, team, mode.toLowerCase()])
  }
  const [list, refused] = await Promise.all([
    run('team', 'list'),
    embarque(['team', 'create', '--name', 'X', '--email', 'nobody'], here),
  ])
  assert.match(list, new RegExp(`^${team} +Ágil +a@agil.example +America/Sao_Paulo +0 % +12.50$`, 'm'))
  assert.equal(refused.code, 1)
  assert.match(refused.err, /email must be an e-mail address/)

  const taxId = (given: string) => ['team', 'set', '--tax-id', given, team]
  assert.match(await run(...taxId('12.345.678/0001-95')), /^Team team_\w+ \(Ágil\): fine 0 %/)
  const wrong = await embarque(taxId('12.345.678/0001-96'), here)
  assert.match(wrong.err, /must be a CPF or CNPJ with right check digits/)
  const { rows } = await app.service.world.pool.query('select tax_id from teams where id = $1', [team])
  assert.deepEqual(rows, [{ tax_id: '12345678000195' }])
})

test('team set changes late charges, within the law, for later invoices, with an audit entry', async () => {
  const { id: team, late_payment } = (await app.live.get('/api/v1/me')).body.data
  assert.deepEqual(late_payment, { fine_percent: 0, interest_percent: 0 })
  const said = await run('team', 'set', '--late-fine', '1.5', '--late-interest', '0.9', team)
  assert.match(
    said,
    /\(Demo Agency\): fine 1\.5 %, interest 0\.9 % a month, for invoices that are made from now on/,
  )
  await run('team', 'set', '--late-fine', '2', team)
  const shown = async () => (await app.live.get('/api/v1/me')).body.data.late_payment
  await eventually('a running service is notified', async () => (await shown()).fine_percent === 2)
  assert.deepEqual(await shown(), { fine_percent: 2, interest_percent: 0.9 }, 'what is left out stays')
  for (const [option, value, issue] of [
    ['--late-fine', '2.01', /late_fine must be a percentage from 0 to 2, up to 4 decimals/],
    ['--late-interest', '1.1', /late_interest must be a percentage from 0 to 1/],
    ['--late-interest', '-1', /late_interest must be|late-interest/],
    ['--late-fine', '1.23456', /late_fine must be/],
  ] as const) {
    const refused = await embarque(['team', 'set', `${option}=${value}`, team], here)
    assert.deepEqual([refused.code, refused.out], [1, ''], value)
    assert.match(refused.err, issue)
  }
  assert.match((await embarque(['team', 'set', '--late-fine', '1', 'team_x'], here)).err, /is no team/)
  const log = (await app.live.get('/api/v1/audit?topic=settings')).body.data
  assert.equal(JSON.stringify(log).match(/"object":"team"/g)?.length, 2, JSON.stringify(log))
  await run('team', 'set', '--late-fine', '0', '--late-interest', '0', team)
})

test("team show and team update have the API's fields and refusals, with an audit entry", async () => {
  const team = part(await run('team', 'create', '--name', 'Zeta', '--email', 'z@zeta.example'), /(team_\w+)/)
  const update = (...args: string[]) => embarque(['team', 'update', ...args, team], here)
  const address = ['--street', 'Rua A', '--city', 'Recife', '--state', 'PE', '--postal-code', '50030000']
  const said = await update(
    '--legal-name',
    'Zeta Ltda.',
    '--whatsapp',
    '81988887777',
    '--colour',
    '#102A6B',
    ...address,
  )
  assert.deepEqual([said.code, said.err], [0, ''])
  await update(
    '--number',
    '7',
    '--mails',
    'booking_created=off,booking_reminder=on',
    '--suppliers',
    'simulated',
  )
  const logo = join(folder, 'logo.png')
  writeFileSync(logo, samplePng(40, 20))
  await update('--logo', logo, '--footer', 'Volte sempre', '--late-fine', '2', '--without-airlines', 'G3,UX')
  const shown = await run('team', 'show', team)
  for (const line of [
    'name: Zeta',
    'legal_name: Zeta Ltda.',
    'whatsapp: +5581988887777',
    'address.number: 7',
    'address.postal_code: 50030-000',
    'brand_colour: #102a6b',
    'late_payment.fine_percent: 2',
    'invoice_texts.footer: Volte sempre',
    'notifications.booking_created: false',
    'notifications.booking_reminder: true',
    'search.suppliers: simulated',
    'search.without_airlines: G3,UX',
    'logo.width: 40',
  ])
    assert.ok(shown.split('\n').includes(line), `${line} is not in\n${shown}`)
  await update('--legal-name', '', '--suppliers', '', '--without-airlines', '', '--logo', '')
  assert.match(await run('team', 'show', team), /^legal_name: $[\s\S]*^logo: $[\s\S]*^search.suppliers: $/m)
  for (const [option, value, issue] of [
    ['--colour', '#ff0000', /Brand colour hard to read/],
    ['--state', 'XX', /address.state/],
    ['--mails', 'booking_created', /booking_created=off/],
    ['--time-zone', 'Marte', /IANA time zone/],
    ['--late-fine', '3', /late_fine must be/],
    ['--logo', '/nowhere.png', /ENOENT/],
  ] as const) {
    const refused = await update(option, value)
    assert.deepEqual([refused.code, refused.out], [1, ''], value)
    assert.match(refused.err, issue)
  }
  assert.match((await embarque(['team', 'show', 'team_x'], here)).err, /is no team/)
  assert.match(await run('audit', '--team', team), /team update/)
})

test('key create, key list and key revoke notify a running service at once', async () => {
  const team = (await app.live.get('/api/v1/me')).body.data.id
  const made = await run('key', 'create', '--team', team, '--mode', 'test', '--name', 'From a terminal')
  const [id, secret] = [part(made, /^Key (key_\w+) \(test\)$/m), part(made, /^Secret: (sk_test_\w+)$/m)]
  const client = makeClient(app.url, secret)
  assert.equal((await client.get('/api/v1/me')).status, 200)
  assert.match(
    await run('key', 'list', '--team', team),
    new RegExp(`^${id} +test +From a terminal .*full`, 'm'),
  )

  assert.match(await run('key', 'revoke', id), new RegExp(`^Key ${id} \\(From a terminal\\) was revoked at `))
  await eventually('the key is refused', async () => (await client.get('/api/v1/me')).status === 401)
  const [list, unknown] = await Promise.all([
    run('key', 'list', '--team', team),
    embarque(['key', 'revoke', 'key_unknown'], here),
  ])
  assert.match(list, new RegExp(`^${id} .* revoked \\d{4}-`, 'm'))
  assert.deepEqual([unknown.code, unknown.out], [1, ''])
  const { rows } = await pool.query(
    `select type, payload::jsonb #>> '{data,id}' as id from events
     where team_id = $1 and mode = 'test' and payload like '%' || $2 || '%' order by sequence`,
    [team, id],
  )
  assert.deepEqual(
    rows.map((row) => row.type),
    ['api_key.created', 'api_key.revoked'],
  )
})

test('people lists members, invites with a link, and sets operators', async () => {
  const team = (await app.live.get('/api/v1/me')).body.data.id
  const person = await newPerson(app, { [team]: 'viewer' }, { name: 'Lia Paz' })
  const lines = await run('people', 'list', '--team', team)
  assert.match(lines, new RegExp(`${person.id} +${person.email} +Lia Paz +${team} viewer`))
  const invited = await run(
    'people',
    'invite',
    '--team',
    team,
    '--email',
    'DONA@agil.example',
    '--role',
    'owner',
  )
  const [, token] = /for dona@agil\.example\nLink: http\S+\/painel\/convite#(\w{52})\n/.exec(invited) ?? []
  const shown = (await app.anybody.post('/api/v1/invitations/show', { token })).body.data
  assert.deepEqual([shown.role, shown.has_account], ['owner', false])
  assert.match(
    await run('operator', 'add', person.email.toUpperCase()),
    /^Lia Paz \(usr_\w+\) is now an operator/,
  )
  assert.match(await run('operator', 'add', person.email), /was already an operator/)
  assert.match(await run('people', 'list'), /Lia Paz +operator/)
  const client = await signedIn(app, person)
  assert.equal((await client.get('/api/v1/installation/teams')).status, 200)
  assert.match(await run('operator', 'remove', person.email), /is now no operator/)
  const isRefused = async () => (await client.get('/api/v1/installation/teams')).status === 403
  await eventually('it holds in the service', isRefused)
  assert.match(await run('audit'), /operator remove/)
  const password = 'nova senha da Lia Paz'
  const [, reset] = /^For Lia Paz.*\nLink: \S+\/painel\/nova-senha#(\w{52})\n/.exec(
    await run('people', 'reset', ` ${person.email.toUpperCase()}`),
  ) ?? [assert.fail('no link')]
  const complete = () =>
    app.anybody.post('/api/v1/password-resets/complete', { token: reset, password }, SAME_SITE)
  assert.deepEqual([(await complete()).status, (await complete()).status], [200, 404])
  assert.deepEqual(
    [(await signIn(app.url, person.email)).status, (await signIn(app.url, person.email, password)).status],
    [401, 201],
  )
  assert.match(await run('audit', '--team', team, '--mode', 'live'), /command_line .* people reset +usr_/)
  for (const args of [
    ['operator', 'add', 'nobody@agil.example'],
    ['people', 'reset', 'nobody@agil.example'],
    ['people', 'invite', '--team', team, '--email', 'x', '--role', 'owner'],
    ['people', 'invite', '--team', team, '--email', 'x@y.example', '--role', 'admin'],
    ['key', 'create', '--team', team, '--mode', 'test', '--name', 'x', '--role', 'admin'],
  ])
    assert.match((await embarque(args, here)).err, /must be/, args.join(' '))
})

/** What a program reads: one value, or one a line. */
async function jsonOf(...args: string[]) {
  const lines = (await run(...args, '--json')).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

test('--json: every command prints JSON and nothing else on stdout', async () => {
  const [team] = await jsonOf(
    'team',
    'create',
    '--name',
    'Json',
    '--email',
    'j@json.example',
    '--fee',
    '1.00',
  )
  assert.deepEqual(Object.keys(team), ['id', 'name', 'live_key', 'test_key'])
  const [teams] = await jsonOf('team', 'list')
  assert.deepEqual(
    teams.find(({ id }: { id: string }) => id === team.id),
    {
      id: team.id,
      name: 'Json',
      e_mail: 'j@json.example',
      time_zone: 'America/Sao_Paulo',
      markup: '0 %',
      fee: '1.00',
    },
  )
  const [terms] = await jsonOf('team', 'set', '--late-fine', '1', team.id)
  assert.deepEqual(terms, {
    id: team.id,
    name: 'Json',
    late_payment: { fine_percent: 1, interest_percent: 0, payable_days: 30 },
  })
  const [profile] = await jsonOf('team', 'show', team.id)
  assert.equal(profile.email, 'j@json.example')
  const [updated] = await jsonOf('team', 'update', '--legal-name', 'Json Ltda.', team.id)
  assert.equal(updated.legal_name, 'Json Ltda.')

  const [key] = await jsonOf('key', 'create', '--team', team.id, '--mode', 'test', '--name', 'Json')
  assert.deepEqual([key.mode, key.secret.slice(0, 8)], ['test', 'sk_test_'])
  const [keys] = await jsonOf('key', 'list', '--team', team.id)
  assert.equal(keys.length, 3)
  const [revoked] = await jsonOf('key', 'revoke', key.id)
  assert.deepEqual([revoked.id, typeof revoked.revoked_at], [key.id, 'string'])

  const [invited] = await jsonOf(
    'people',
    'invite',
    '--team',
    team.id,
    '--email',
    'x@json.example',
    '--role',
    'viewer',
  )
  assert.match(invited.link, /\/painel\/convite#\w{52}$/)
  const person = await newPerson(app, { [team.id]: 'viewer' }, { name: 'Jota' })
  const [people] = await jsonOf('people', 'list', '--team', team.id)
  assert.deepEqual(
    people.map(({ name }: { name: string }) => name),
    ['Jota'],
  )
  const [reset] = await jsonOf('people', 'reset', person.email)
  assert.deepEqual([reset.person_id, /#\w{52}$/.test(reset.link)], [person.id, true])
  const [added] = await jsonOf('operator', 'add', person.email)
  assert.deepEqual(added, { person_id: person.id, operator: true, changed: true })
  const [removed] = await jsonOf('operator', 'remove', person.email)
  assert.deepEqual(removed, { person_id: person.id, operator: false, changed: true })

  const [entries, proof] = await jsonOf('audit', '--team', team.id)
  assert.ok(entries.length > 0)
  assert.deepEqual([proof.proven, proof.head.length], [true, 64])
  for (const args of [
    ['bank', 'list'],
    ['payments', 'review'],
    ['work', 'list', '--dead'],
  ])
    assert.deepEqual(await jsonOf(...args), [[]], args.join(' '))
  assert.deepEqual(await jsonOf('work', 'retry', 'all'), [{ revived: 0 }])
  const findings = await jsonOf('doctor')
  assert.deepEqual(
    findings.filter(({ state }) => state === 'problem'),
    [],
  )
  assert.ok(findings.every(({ name, text }) => name !== '' && text !== ''))
  const { code, out, err } = await embarque(['key', 'revoke', 'key_none', '--json'], here)
  assert.deepEqual([code, out, JSON.parse(err).code], [1, '', 'api_key_not_found'])
})

test('work list and work retry', async () => {
  await pool.query(`
    insert into jobs (type, key, queue, clock, run_at, payload, state, attempts, last_error, created_at)
    select type, type, type, '', '2020-01-01', 'null', state, 7, 'the printer is on fire', '2020-01-01'
    from (values ('failed-once', 'waiting'), ('failed-often', 'dead')) as jobs (type, state)`)
  const dead = await run('work', 'list', '--dead')
  const id = part(dead, /^(\d+) +failed-often .* dead +2020-01-01T00:00:00.000Z +7 +the printer is on fire$/m)
  assert.doesNotMatch(dead, /failed-once/)
  assert.equal(await run('work', 'retry', id), '1 job will run again.\n')
  const [again, all, wrong] = await Promise.all([
    run('work', 'retry', 'all'),
    run('work', 'list'),
    embarque(['work', 'retry', 'everything'], here),
  ])
  assert.equal(again, '0 jobs will run again.\n')
  assert.match(all, new RegExp(`^${id} +failed-often .* waiting .* 0 `, 'm'))
  assert.match(all, /failed-once/)
  assert.equal(wrong.code, 1)
  await pool.query(`delete from jobs where type like 'failed-%'`)
})

test('migrate brings an empty database to this version, once', async () => {
  const empty = await makeDatabase({ empty: true })
  const there = { DATABASE_URL: empty.url, DATA_DIR: folder }
  assert.match((await embarque(['migrate'], there)).out, /^Migrated: 1 first-release/)
  assert.equal((await embarque(['migrate'], there)).out, 'The database is up to date.\n')
  assert.deepEqual(JSON.parse((await embarque(['migrate', '--json'], there)).out), { migrated: [] })
  await empty.drop()
})

test('doctor: a running service is healthy', async () => {
  const said = await run('doctor')
  assert.deepEqual(
    said.match(/^ok +\S+( \S+)*/gm)?.map((line) => line.replace(/^ok +/, '').split('  ')[0]),
    [
      'settings',
      'database',
      'clock',
      'database role',
      'migrations',
      'secret key',
      'processes',
      'clocks',
      'reverse proxy',
      'overdue work',
      'dead work',
      'abandoned work',
      'test clocks',
      'bookings in doubt',
      'event sequences',
      'deliveries',
      'wallets',
      'accounts',
      'audit log',
      'storage',
      'held payments',
      'late cancellations',
      'simulated money',
      'list totals',
      'invoice numbers',
      'invoice amounts',
      'invoice payments',
      'unknown payments',
      'refunds',
      'client credit',
      'card settlements',
      'invoices of trips',
      'trips',
    ],
  )
  assert.doesNotMatch(said, /^(warning|problem)/m)
  assert.match(said, /database +PostgreSQL \d+\.\d+.* at DATABASE_URL, answers in \d+\.\d ms$/m)
  assert.match(said, new RegExp(`processes +running: .*all ${process.pid}\\b`))
})

test('doctor exits quietly if its reader closes the pipe, as head does', async () => {
  const { code, err } = await embarqueProcess(['doctor'], here, { isHeard: false })
  assert.deepEqual([code, err], [0, ''])
})

test('doctor reports every problem, with its remedy', async () => {
  const sick = await makeDatabase()
  const client = new pg.Client({ connectionString: sick.url })
  await client.connect()
  await proveSecretKey(client, makeSecretBox(Buffer.alloc(32, 7)), realClock)
  await client.query(`
    insert into processes values ('p_api', 'api 4711', '9999-01-01'), ('p_gone', 'all 1', '2020-01-01');
    insert into teams (id, name, email, time_zone, markup_percent, fee_cents, created_at, updated_at)
    values ('team_a', 'A', 'a@a.example', 'UTC', 0, 0, '2020-01-01', '2020-01-01');
    insert into clocks values ('team_a', 0, null, 'p_gone');
    insert into team_counters values ('team_a', 'live', 3), ('team_a', 'test', 2);
    insert into events select 'e' || n, 'team_a', 'live', n, 'x', '{}', '2020-01-01' from unnest(array[1, 3]) n;
    insert into jobs (type, key, queue, clock, run_at, payload, state, created_at)
    select 'k', key, 'k', '', run_at::timestamptz, 'null', state, '2020-01-01' from (values
      ('late', '2020-01-01', 'waiting'), ('early', '9999-01-01', 'waiting'), ('dead', '2020-01-01', 'dead'),
      ('lost', '2020-01-01', 'waiting'), ('mine', '2020-01-01', 'waiting')) as jobs (key, run_at, state);
    insert into job_claims (job_id, queue, clock, process_id)
    select id, 'k', '', case key when 'lost' then 'p_gone' else 'p_api' end
    from jobs where key in ('lost', 'mine')`)
  const before = await dumpOf(sick.url)
  const { code, out } = await embarque(['doctor'], { DATABASE_URL: serviceUrl(sick.url), SECRET_KEY })
  assert.equal(code, 1)
  const expected = [
    /^problem {2}secret key +SECRET_KEY is not the key this database was made with\n +Set SECRET_KEY to the right/m,
    /^warning {2}processes +running: api 4711; none of them runs jobs\n +Start one with ROLE=worker/m,
    /^warning {2}overdue work +1 job should have begun more than 5 minutes ago, .*\d+ minutes ago\n +Start/m,
    /^warning {2}dead work +1 job failed for good\n.*work list --dead.*work retry all/m,
    /^warning {2}abandoned work +held by processes that are gone: 1 job\n +A running service frees/m,
    /^warning {2}test clocks +held by processes that are gone: 1 clock\n +A running service frees/m,
    /^problem {2}event sequences +2 sequences of events with gaps \(team_a live: 2 events, the last number 3, the /m,
    /team_a test: 0 events, the last number 0, the counter at 2\)\n +Rows were changed by hand or lost/m,
  ]
  for (const pattern of expected) assert.match(out, pattern)
  assert.deepEqual(await dumpOf(sick.url), before, 'nothing was changed')

  await client.query(`
    delete from processes; delete from jobs; delete from job_claims;
    delete from events; update clocks set advancing_by = null;
    update team_counters set event_sequence = 0; delete from installation`)
  const well = await embarque(['doctor'], { DATABASE_URL: serviceUrl(sick.url), SECRET_KEY })
  assert.equal(well.code, 0)
  assert.doesNotMatch(well.out, /^(warning|problem)/m)
  assert.match(well.out, /^ok +processes +no service is running on this database$/m)
  await client.end()
  await sick.drop()
})

test('doctor: a clock wrong by a second is a warning, by five a problem', async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  const { run: check } = INSTALLATION_CHECKS.find(({ name }) => name === 'clock')!
  const finding = async (offsetMs: number) =>
    check({
      ...app.service.world,
      client,
      alone: false,
      takesChanges: true,
      machine: offsetClock(realClock, offsetMs),
    })
  assert.equal((await finding(900))?.state, 'ok')
  assert.deepEqual(
    [(await finding(3_000))?.state, (await finding(3_000))?.text],
    ['warning', 'this machine is 3.0 s ahead of the database'],
  )
  const behind = await finding(-60_000)
  assert.deepEqual([behind?.state, behind?.text], ['problem', 'this machine is 60.0 s behind the database'])
  await client.end()
})

test('doctor: a database unavailable, not migrated, of another application, too old, or missing', async () => {
  const empty = await makeDatabase({ empty: true })
  const newer = await makeDatabase()
  const older = await makeDatabase()
  await query(newer.url, `insert into migrations (number, name, hash) values (9999, 'tomorrow', '')`)
  await query(older.url, `update migrations set name = 'foundation', hash = ''`)
  const dataDir = join(folder, 'never-started')
  const [away, unmigrated, others, tooOld, unmade] = await Promise.all([
    embarque(['doctor'], { DATABASE_URL: 'postgresql://nobody@localhost:1/nothing' }),
    embarque(['doctor'], { DATABASE_URL: empty.url }),
    embarque(['doctor'], { DATABASE_URL: newer.url }),
    embarque(['doctor'], { DATABASE_URL: older.url }),
    embarque(['doctor'], { DATA_DIR: dataDir }),
  ])
  assert.equal(away.code, 1)
  assert.match(away.out, /^problem {2}database +\S.*\n +Start it, or set DATABASE_URL/m)
  assert.equal(unmigrated.code, 1)
  assert.match(
    unmigrated.out,
    /^problem {2}migrations +the database lacks 1 first-release.*\n.*npx embarque migrate"/m,
  )
  assert.deepEqual(await dumpOf(empty.url), {}, 'looking does not migrate')
  assert.equal(others.code, 1)
  assert.match(others.out, /^problem {2}migrations +the database was migrated by a newer Embarque/m)
  assert.equal(tooOld.code, 1)
  assert.match(tooOld.out, /^problem {2}migrations +the database is of an Embarque before 1\.0\.0/m)
  assert.match(tooOld.out, /set DATABASE_URL to an empty database/)
  assert.equal(unmade.code, 0)
  assert.match(
    unmade.out,
    /^warning {2}database +there is none in .*never-started yet\n +Start the service once/m,
  )
  assert.equal(existsSync(dataDir), false, 'looking does not create')
  await Promise.all([empty.drop(), newer.drop(), older.drop()])
})
