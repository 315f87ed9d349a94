// DNS attacks of one team on others: unanswered look-ups delay no other team, and count against no webhook.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Agency, newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { type DnsAnswer, startDnsServer } from '../support/fakes/dns-server.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { startApp } from '../support/start-app.ts'

const HERE: DnsAnswer = { addresses: ['127.0.0.1'], ttlSeconds: 0 }
const HOOKS = '/api/v1/webhooks'
const TYPE = 'wallet.credit'
const SILENT_NAMES = 40
/** Of a name that is gone and of one that leads inside alike. */
const NOWHERE = 'no public address was found for this host'
const SILENCE = 'our look-up of the name got no answer'
const UNCOUNTED = `${SILENCE}; this does not count towards switching the webhook off`

const dns = await startDnsServer(() => HERE)
after(() => dns.close())
const app = await startApp({ settings: { DNS_SERVERS: dns.address } })
const receiver = await startReceiver()
after(() => receiver.close())

const hookAt = async ({ test: client }: Agency, host: string) => {
  const url = `https://${host}:${receiver.port}/${host}`
  const { status, text, body } = await client.post(HOOKS, { url, events: [TYPE] })
  assert.equal(status, 201, text)
  return `${HOOKS}/${body.data.id}`
}
const emit = ({ test: client }: Agency) => client.post('/api/v1/test/events', { type: TYPE })
/** The result of the look-up at creation is cached for a moment. */
const isForgotten = ({ test: client }: Agency, hook: string, error = SILENCE) =>
  eventually(
    'the cache has expired',
    async () => (await client.post(`${hook}/test`)).body.data.error === error,
  )
const attemptsOf = async ({ test: client }: Agency, hook: string) => {
  const list = (await client.get(`${hook}/deliveries`)).body.data
  const whole = await Promise.all(
    list.map(async ({ id }: { id: string }) => (await client.get(`${hook}/deliveries/${id}`)).body.data),
  )
  return whole.flatMap(({ attempt_log }) => attempt_log)
}

test('forty webhooks with unresponsive DNS: another team gets all its deliveries, no webhook is disabled', async () => {
  const [attacker, victim] = [await newAgency(app), await newAgency(app)]
  const hooks: string[] = []
  for (let n = 0; n < SILENT_NAMES; n++) hooks.push(await hookAt(attacker, `n${n}.silent.test`))
  const hook = await hookAt(victim, 'hooks.victim.test')
  // Every delivery of the victim needs a connection of its own.
  receiver.answer = () => ({ status: 200, headers: { connection: 'close' } })
  dns.answer = (name) => (name.endsWith('.silent.test') ? 'silent' : HERE)
  await isForgotten(attacker, hooks.at(-1)!)
  for (let n = 0; n < 6; n++) await emit(attacker)
  await eventually(
    'the attack is on',
    () => dns.asked.filter((name) => name.endsWith('.silent.test')).length > 100,
  )
  for (let n = 0; n < 30; n++) await emit(victim)
  await eventually('all of the victim’s deliveries are there', async () => {
    const { body } = await victim.test.get(`${hook}/deliveries?status=delivered&limit=100`)
    return body.data.length === 30
  })
  const attempts = await attemptsOf(victim, hook)
  assert.deepEqual([...new Set(attempts.map(({ status, error }) => `${status} ${error}`))], ['200 null'])
  const slowest = Math.max(...attempts.map(({ duration_ms }) => duration_ms))
  assert.ok(slowest < 2_000, `the slowest took ${slowest} ms`)

  await eventually('every unresponsive name was tried for each event', async () => {
    const { rows } = await app.service.world.pool.query(
      `select from deliveries d join webhooks w on w.id = d.webhook_id where w.team_id = $1 and d.attempts > 0`,
      [attacker.id],
    )
    return rows.length === SILENT_NAMES * 6
  })
  const recorded = await attemptsOf(attacker, hooks[0]!)
  assert.deepEqual(
    [...new Set(recorded.map(({ status, error }) => `${status} ${error}`))],
    [`null ${UNCOUNTED}`],
  )
  for (const path of [hook, ...hooks]) {
    const owner = path === hook ? victim : attacker
    const { active, failed_deliveries } = (await owner.test.get(path)).body.data
    assert.deepEqual([active, failed_deliveries], [true, 0], path)
  }
})

test('a failed DNS look-up is retried by the schedule; a name that does not exist counts as a failure', async () => {
  const agency = await newAgency(app)
  const [unsure, gone] = [await hookAt(agency, 'unsure.test'), await hookAt(agency, 'gone.test')]
  dns.answer = (name) => (name === 'gone.test' ? 'none' : 'fails')
  await isForgotten(agency, unsure)
  await isForgotten(agency, gone, NOWHERE)
  await emit(agency)
  await eventually(
    'both were tried',
    async () => [...(await attemptsOf(agency, unsure)), ...(await attemptsOf(agency, gone))].length === 2,
  )
  for (const by of ['PT5M', 'PT30M', 'PT2H', 'PT12H']) await agency.advance(by)
  dns.answer = (name) => (name === 'gone.test' ? 'none' : HERE)
  await agency.advance('PT24H')
  const errors = (await attemptsOf(agency, unsure)).map(({ error }) => error)
  assert.deepEqual(errors, [...Array(5).fill(UNCOUNTED), null], 'the sixth attempt went through')
  const read = async (path: string) => (await agency.test.get(path)).body.data
  const first = await read(unsure)
  assert.deepEqual([first.active, first.total_deliveries, first.failed_deliveries], [true, 1, 0])
  const second = await read(gone)
  assert.deepEqual([second.active, second.failed_deliveries], [false, 6])
  assert.equal((await attemptsOf(agency, gone))[0].error, NOWHERE)
})

test('a name that changes to an internal address is refused at the next connection', async () => {
  const agency = await newAgency(app)
  const hook = await hookAt(agency, 'turns.test')
  dns.answer = () => ({ addresses: ['127.0.0.1', '10.0.0.1'], ttlSeconds: 0 })
  await eventually('it is refused', async () => {
    const { body } = await agency.test.post(`${hook}/test`)
    return body.data.error === NOWHERE
  })
})
