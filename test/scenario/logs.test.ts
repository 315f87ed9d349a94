// The log has what happened and to whom, and no key, secret, body or personal document.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { makeLog } from '../../server/kernel/process/log.ts'
import { eventually } from '../support/eventually.ts'
import { LIVE_KEY, startApp } from '../support/start-app.ts'

const lines: string[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(...String(chunk).trim().split('\n'))
    done()
  },
})

test('requests are logged with their ids, and without secrets or personal data', async () => {
  const app = await startApp({ log: makeLog({ level: 'trace', destination }) })
  const key = (
    await app.live.post(
      '/api/v1/api-keys',
      { name: 'CPF 529.982.247-25' },
      { 'idempotency-key': 'my-idem-key' },
    )
  ).body.data
  await app.live.get('/api/v1/api-keys?search=529.982.247-25')
  await app.live.post('/api/v1/api-keys', { name: 5, document: '529.982.247-25' })
  await app.anybody.get('/api/v1/me', { authorization: 'Bearer sk_live_thisisnotarealkey000' })
  await app.asOwner('alter table api_keys rename to gone')
  assert.equal((await app.live.post('/api/v1/api-keys', { name: 'CPF 529.982.247-25' })).status, 500)
  await app.asOwner('alter table gone rename to api_keys')
  const text = lines.join('\n')
  for (const secret of [LIVE_KEY, key.secret, 'thisisnotarealkey', '529.982', '529982', 'my-idem-key']) {
    assert.equal(text.includes(secret), false, secret)
  }
  const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request')
  assert.equal(requests.length, 5)
  const [created] = requests
  assert.match(created.request_id, /^req_/)
  assert.match(created.team, /^team_/)
  assert.match(created.key, /^key_/)
  assert.deepEqual([created.method, created.path, created.status], ['POST', '/api/v1/api-keys', 201])
  assert.equal(requests[1].path, '/api/v1/api-keys', 'without the query')
  assert.ok(
    lines.some((line) => line.includes('internal_error')),
    'what went wrong inside is in the log',
  )
})

test('a terminal gets one readable line per request', async () => {
  const before = lines.length
  const log = makeLog({ level: 'info', readable: true, destination })
  log.info({ pieces: 3, what: 'x' }, 'hello')
  log.error({ err: new Error('broken') }, 'bad')
  await eventually('both are written', () => lines.length >= before + 3)
  assert.match(lines[before]!, /^\d\d:\d\d:\d\d\.\d{3} info {2}hello pieces=3 what=x$/)
  assert.match(lines[before + 1]!, /error bad$/)
  assert.match(lines[before + 2]!, /Error: broken/)
})
