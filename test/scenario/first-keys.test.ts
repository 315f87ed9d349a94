// The first keys of an installation: never lost, never printed in production, never guessable, and no team unasked.
import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../server/app/boot/config.ts'
import { type Service, startService } from '../../server/app/boot/start-service.ts'
import { handOverFirstKeys } from '../../server/app/cli/hand-over.ts'
import { readAnnouncement } from '../../server/app/cli/run-service.ts'
import { readFirstKeys } from '../../server/features/teams/api-keys.ts'
import { writePrivateFile } from '../../server/kernel/crypto/private-file.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { makeClient } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { makeDatabase } from '../support/database.ts'
import { query } from '../support/dump.ts'
import { SECRET_KEY } from '../support/start-app.ts'

const log = makeLog({ level: 'fatal' })
const folder = mkdtempSync(join(tmpdir(), 'embarque-first-keys-'))
after(() => rmSync(folder, { recursive: true }))

async function emptyPlace(name: string) {
  const database = await makeDatabase()
  after(() => database.drop())
  return { DATABASE_URL: database.url, SECRET_KEY, DATA_DIR: join(folder, name), PORT: '0' }
}

/** The text of the banner of this start, then its end. */
async function started(
  settings: Record<string, string>,
  look: (service: Service, lines: string[]) => Promise<void>,
) {
  const config = readConfig(settings)
  const service = await startService(config, log)
  try {
    const lines = handOverFirstKeys(config, await readFirstKeys(service.world))
    await look(
      service,
      lines.map(([english]) => english),
    )
  } finally {
    await service.stop()
  }
}

const teams = (url: string) => query(url, 'select name, email from teams')
const secretIn = (lines: readonly string[], mode: string) =>
  lines.join('\n').match(new RegExp(`sk_${mode}_[0-9a-z]{52}`))?.[0] ?? assert.fail(lines.join('\n'))

const pathsIn = (text: string) => text.match(/^\/.*\.txt$/gm) ?? []

test('a request during start-up waits until the first team exists', async () => {
  const chosen = `sk_live_${'0123456789abcdefghjkmnpqrs'.repeat(2)}`
  const place = { ...(await emptyPlace('first-moment')), BOOTSTRAP_LIVE_KEY: chosen }
  let asked: Promise<{ status: number }[]> | undefined
  const service = await startService(readConfig(place), log, {
    prepare: (app) =>
      app.addHook('onListen', async () => {
        const { port } = app.server.address() as AddressInfo
        const client = makeClient(`http://127.0.0.1:${port}`, chosen)
        asked = Promise.all([client.get('/api/v1/me'), client.get('/api/v1/health')])
      }),
  })
  try {
    assert.deepEqual(
      (await asked)?.map(({ status }) => status),
      [200, 200],
    )
  } finally {
    await service.stop()
  }
})

test('a start on a busy port creates no team; the next one shows the keys, until they are used', async () => {
  const place = await emptyPlace('busy')
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await assert.rejects(startService(readConfig({ ...place, PORT: String(port) }), log), /EADDRINUSE/)
  const unmade = join(folder, 'unmade')
  const refused = await embarque(['start'], { PORT: String(port), DATA_DIR: unmade, LOG_LEVEL: 'fatal' })
  assert.deepEqual([refused.code, existsSync(unmade)], [1, false])
  assert.match(refused.err, /another program uses this port; set PORT to a free one/)
  other.close()
  assert.deepEqual(await teams(place.DATABASE_URL), [])

  let live = ''
  let sandbox = ''
  await started(place, async (_service, lines) => {
    assert.equal(lines[0], 'The keys of the team "Demo Agency", shown until they are first used:')
    live = secretIn(lines, 'live')
    sandbox = secretIn(lines, 'test')
  })
  await started(place, async (service, lines) => {
    assert.deepEqual(
      [secretIn(lines, 'live'), secretIn(lines, 'test')],
      [live, sandbox],
      'the same ones again',
    )
    const stored = await query(place.DATABASE_URL, 'select k::text as row from api_keys k')
    assert.equal(
      stored.some(({ row }) => String(row).includes(live)),
      false,
      'only encrypted',
    )
    assert.equal((await makeClient(service.url!, live).get('/api/v1/me')).status, 200)
  })
  await started(place, async (service, lines) => {
    assert.equal(lines.join('\n').includes(live), false, 'this one was used')
    assert.equal(secretIn(lines, 'test'), sandbox)
    assert.equal((await readAnnouncement(service.world)).keyCommand, null)
    assert.equal((await makeClient(service.url!, sandbox).get('/api/v1/me')).status, 200)
  })
  await started(place, async ({ world }) => {
    const { keyCommand } = await readAnnouncement(world)
    assert.match(keyCommand ?? '', /^npx embarque key create --team \S+ --mode test --name NAME$/)
    const { code, out } = await embarque(keyCommand?.split(' ').slice(2) ?? [], place)
    assert.equal(code, 0)
    assert.match(out, /Secret: sk_test_/)
  })
})

const PRODUCTION = { NODE_ENV: 'production', DRAIN_SECONDS: '0' }

test('production creates no team by default and prints no secret: setup writes an owner-only file', async () => {
  const place = { ...(await emptyPlace('production')), ...PRODUCTION }
  await started(place, async (_service, lines) => assert.deepEqual(lines, []))
  assert.deepEqual(await teams(place.DATABASE_URL), [])

  const made = await embarque(['setup', '--name', 'Sol Viagens', '--email', 'sol@example.com'], place)
  assert.deepEqual([made.code, made.err], [0, ''])
  assert.deepEqual(await teams(place.DATABASE_URL), [{ name: 'Sol Viagens', email: 'sol@example.com' }])
  assert.deepEqual(
    await query(place.DATABASE_URL, 'select actor_type, actor_id, action from audit_entries'),
    [{ actor_type: 'command_line', actor_id: userInfo().username, action: 'setup' }],
  )
  assert.doesNotMatch(made.out, /sk_/)
  const written = pathsIn(made.out)
  const files = written.filter((path) => !path.includes('setup-link'))
  assert.deepEqual([files.length, written.length], [2, 3], made.out)
  for (const path of written) assert.equal(statSync(path).mode & 0o777, 0o600)
  const linkIn = (paths: string[]) => readFileSync(paths.at(-1) ?? assert.fail(), 'utf8')
  assert.match(linkIn(written), /^http:\/\/\S+\/painel\/primeiro-acesso#[a-z0-9]{52}\n$/)
  const secrets = files.map((path) => readFileSync(path, 'utf8'))

  await started(place, async (service, lines) => {
    assert.deepEqual(lines.slice(1), files)
    assert.equal(readdirSync(place.DATA_DIR).length, 3, 'the same files, not others')
    for (const mode of ['live', 'test']) {
      const me = await makeClient(service.url!, secretIn(secrets, mode)).get('/api/v1/me')
      assert.equal(me.status, 200)
    }
  })
  const again = await embarque(['setup'], place)
  assert.match(again.out, /^There are no accounts yet\. This link creates the account of the owner, once:\n/)
  assert.doesNotMatch(again.out, /#/)
  assert.notEqual(linkIn(pathsIn(again.out)), linkIn(written), 'a new one')

  const { code: health, out: said } = await embarque(['doctor'], place)
  const lacking = [...said.matchAll(/^missing +(\S+(?: \S+)*) {2,}.+\n +\S.+$/gm)].map(([, name]) => name)
  assert.deepEqual(lacking, ['public address', 'https', 'mail', 'wallet bank', 'carrier'])
  assert.match(said, /^warning +backups +no backup was made/m)
  assert.match(said, /^ok +versions +Embarque \S+, Node \S+, PostgreSQL \S+.*, schema \d+$/m)
  assert.equal(health, 0, 'nothing of it is broken')

  const team = String((await query(place.DATABASE_URL, 'select id from teams'))[0]!.id)
  const key = await embarque(['key', 'create', '--team', team, '--mode', 'live', '--name', 'x'], place)
  const other = await embarque(['team', 'create', '--name', 'Lua', '--email', 'lua@example.com'], place)
  for (const { code, out } of [key, other]) {
    assert.equal(code, 0)
    assert.doesNotMatch(out, /sk_/)
    const [path = assert.fail(out)] = pathsIn(out)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.match(readFileSync(path, 'utf8'), /sk_live_/)
  }
})

test('keys from the settings create the team; weak ones are refused first', async () => {
  const place = { ...(await emptyPlace('chosen')), ...PRODUCTION }
  const strong = 'sk_live_Zq8vN2xkT5bW9mRc4LhJ7pYd3FsGaE6u'
  const weak = [
    'sk_live_0123456789abcdef0123456789abcdef',
    'sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'sk_live_password_password_password_password',
    'sk_live_Zq8vN2xkT5bW9mRc',
    'sk_live_abcdefghijklmnopqrstuvwxyz0123456789',
  ]
  for (const key of weak) {
    assert.throws(
      () => readConfig({ ...place, BOOTSTRAP_LIVE_KEY: key }),
      /BOOTSTRAP_LIVE_KEY is too easy to guess/,
      key,
    )
    readConfig({ ...place, BOOTSTRAP_LIVE_KEY: key, NODE_ENV: 'development' })
  }
  await started({ ...place, BOOTSTRAP_LIVE_KEY: strong }, async (service, lines) => {
    assert.equal((await makeClient(service.url!, strong).get('/api/v1/me')).status, 200)
    assert.doesNotMatch(lines.join('\n'), /sk_/)
    const files = lines.slice(1).map((path) => readFileSync(path, 'utf8'))
    assert.equal(files.length, 1, 'who chose a key knows it')
    assert.match(files.join(), /sk_test_/)
  })
})

test('a symbolic link or existing file never receives the keys', async () => {
  const place = join(folder, 'trap')
  const loot = join(folder, 'loot')
  mkdirSync(place)
  symlinkSync(loot, join(place, 'first-keys.txt'))
  const path = writePrivateFile(place, 'first-keys.txt', 'secret\n')
  assert.equal(existsSync(loot), false)
  assert.notEqual(path, join(place, 'first-keys.txt'))
  assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['secret\n', 0o600])
  const mine = writePrivateFile(place, 'mine', 'one\n')
  assert.equal(writePrivateFile(place, 'mine', 'one\n'), mine)
  assert.notEqual(writePrivateFile(place, 'mine', 'two\n'), mine)
  assert.equal(readFileSync(mine, 'utf8'), 'one\n')
})
