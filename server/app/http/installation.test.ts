// What operators do with an installation: pages and filters, every error, access, concurrent decisions,
// health of broken parts, and the commands that appoint operators.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstallationFinding } from '../../../contract/installation.ts'
import { type Agency, assertError, balanceOf, newAgency } from '../../../test/support/agency.ts'
import { booked, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import type { Reply } from '../../../test/support/client.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { serviceUrl } from '../../../test/support/database.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { newRecharge, payCharge } from '../../../test/support/wallet.ts'
import { setOperator } from '../../features/people/profile.ts'

const TEAMS = '/api/v1/installation/teams'
const WORK = '/api/v1/installation/work'
const HELD = '/api/v1/installation/held-payments'
const HEALTH = '/api/v1/installation/health'
const app = await startApp()
const { world } = app.service
const { pool } = world
const here = { DATABASE_URL: serviceUrl(app.databaseUrl), DATABASE_OWNER_URL: app.databaseUrl, SECRET_KEY }
const person = await newPerson(app, {}, { isOperator: true, name: 'Olga Reis' })
const operator = await signedIn(app, person)
const ids = ({ body }: Reply): string[] => body.data.map(({ id }: { id: string }) => id)
const statuses = (responses: readonly Reply[]) => responses.map(({ status }) => status).toSorted()

/** All pages of a list, in order. */
async function pages(path: string, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const response = await operator.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&page=${page}`)
    found.push(...ids(response))
    if (page >= response.body.pagination.pages) return found
  }
}

test('teams are in pages, oldest first, each with its number of members and none of its data', async () => {
  const made: string[] = []
  for (const people of [0, 1, 3]) {
    const { id } = await newAgency(app, { name: `Agência ${people}`, timeZone: 'America/Manaus' })
    for (let count = 0; count < people; count++) await newPerson(app, { [id]: count ? 'viewer' : 'owner' })
    made.push(id)
  }
  const all = await pages(TEAMS, 2)
  assert.deepEqual(
    all.filter((id) => made.includes(id)),
    made,
  )
  assert.deepEqual(all, await pages(TEAMS, 100))
  assert.equal(new Set(all).size, all.length)
  const last = (await operator.get(`${TEAMS}?limit=1&page=${all.length}`)).body.data[0]
  const { created_at, ...rest } = last
  assert.ok(Date.parse(created_at) <= world.wall.now().getTime())
  assert.deepEqual(rest, {
    id: made[2],
    name: 'Agência 3',
    email: 'sol@agencia.example',
    time_zone: 'America/Manaus',
    people: 3,
  })
  assert.deepEqual((await operator.get(`${TEAMS}?page=${all.length + 1}`)).body.data, [], 'beyond the last')
})

for (const path of [TEAMS, WORK, HELD])
  test(`${path} refuses invalid pages, and limits too large ones`, async () => {
    for (const query of ['page=0', 'limit=0', 'limit=-1', 'page=two']) {
      const response = await operator.get(`${path}?${query}`)
      assertError(response, 400, 'Invalid request parameters', query.split('=')[0])
    }
    assert.equal((await operator.get(`${path}?limit=1000`)).body.pagination.limit, 100)
  })

test('filters accept only true or false', async () => {
  const wrongWork = await operator.get(`${WORK}?dead=perhaps`)
  assertError(wrongWork, 400, 'Invalid request parameters', 'dead')
  assertError(await operator.get(`${HELD}?all=perhaps`), 400, 'Invalid request parameters', 'all')
})

/** Jobs without a handler, so that they stay unchanged. */
async function newJobs(jobs: readonly (readonly [key: string, state: string, runAt: string])[]) {
  const sql = `
    insert into jobs (type, key, queue, clock, run_at, payload, state, attempts, last_error, created_at)
    values ('no-such-type', $1, 'no-such-queue', '', $3, 'null', $2, 4, 'the bank was closed', '2020-01-01')
    returning id::text`
  const made: string[] = []
  for (const job of jobs) made.push((await pool.query(sql, [...job])).rows[0].id)
  return made
}

test('jobs are listed earliest first: waiting, running or dead, or dead only', async () => {
  const [late, early, dead, running] = await newJobs([
    ['late', 'waiting', '2099-01-02'],
    ['early', 'waiting', '2001-01-01'],
    ['dead', 'dead', '2000-01-01'],
    ['running', 'waiting', '2099-01-01'],
  ])
  await app.asOwner(`
    insert into processes (id, description, beat_at) values ('p1', 'worker 1', now() + interval '1 hour');
    insert into job_claims (job_id, queue, clock, process_id) values (${running}, 'no-such-queue', '', 'p1')`)
  const all = await pages(WORK, 3)
  const own = all.filter((id) => [late, early, dead, running].includes(id))
  assert.deepEqual(own, [dead, early, running, late])
  const shown = (await operator.get(`${WORK}?limit=100`)).body.data
  const states = own.map((id) => shown.find((job: { id: string }) => job.id === id)?.state)
  assert.deepEqual(states, ['dead', 'waiting', 'running', 'waiting'])
  assert.deepEqual(shown[0], {
    id: dead,
    kind: 'no-such-type',
    key: 'dead',
    state: 'dead',
    run_at: '2000-01-01T00:00:00.000Z',
    attempts: 4,
    last_error: 'the bank was closed',
  })
  const onlyDead = await operator.get(`${WORK}?dead=true`)
  assert.deepEqual([ids(onlyDead), onlyDead.body.pagination.total], [[dead], 1])
  assert.ok(ids(await operator.get(`${WORK}?dead=false&limit=100`)).includes(early ?? ''))
  await app.asOwner("delete from job_claims where process_id = 'p1'; delete from processes where id = 'p1'")
  await app.asOwner("delete from jobs where type = 'no-such-type'")
})

for (const id of ['0', '999999999999', 'x', '1.5', '-1', '1e3', '9'.repeat(19), '%20', 'ALL'])
  test(`an unknown job ${id.slice(0, 12)} cannot be retried`, async () => {
    assertError(await operator.post(`${WORK}/${id}/retry`), 404, 'Work not found')
  })

test('a waiting job is not retried; a dead one is, once, or all; retrying none is not an error', async () => {
  const [waiting] = await newJobs([['w', 'waiting', '2099-01-01']])
  const [first, second, third] = await newJobs(['1', '2', '3'].map((key) => [key, 'dead', '2099-01-01']))
  assertError(await operator.post(`${WORK}/${waiting}/retry`), 404, 'Work not found')
  const twice = await Promise.all([1, 2].map(() => operator.post(`${WORK}/${first}/retry`)))
  assert.deepEqual(statuses(twice), [200, 404], 'of two at the same moment one does it')
  assert.deepEqual(ids(await operator.get(`${WORK}?dead=true`)), [second, third])
  assert.deepEqual((await operator.post(`${WORK}/all/retry`)).body.data, { revived: 2 })
  assert.deepEqual((await operator.post(`${WORK}/all/retry`)).body.data, { revived: 0 })
  const { rows } = await pool.query("select attempts, state from jobs where type = 'no-such-type'")
  assert.deepEqual(
    rows.filter(({ attempts }) => attempts === 0),
    [1, 2, 3].map(() => ({ attempts: 0, state: 'waiting' })),
  )
  await app.asOwner("delete from jobs where type = 'no-such-type'")
})

/** Payments above the daily limit are held; each is of 50 000. */
async function heldOf(agency: Agency, count: number): Promise<string[]> {
  const known = new Set(await pages(HELD, 100))
  const recharges: string[] = []
  for (let index = 0; index < count + 2; index++) {
    const { id } = await newRecharge(agency.live, '50000.00')
    await agency.live.delete(`/api/v1/wallet/recharge/${id}`)
    recharges.push(id)
  }
  for (const id of recharges) await payCharge(agency.live, id)
  return (await pages(HELD, 100)).filter((id) => !known.has(id))
}

test('held payments: waiting or all, in pages; an accepted one is credited once', async () => {
  const agency = await newAgency(app)
  const [one = '', two = '', three = '', ...more] = await heldOf(agency, 3)
  assert.deepEqual(more, [])
  assert.equal(await balanceOf(agency.live), '100000.00')
  const responses = await Promise.all([1, 2, 3].map(() => operator.post(`${HELD}/${one}/accept`)))
  assert.deepEqual(statuses(responses), [200, 200, 200])
  assert.equal(await balanceOf(agency.live), '150000.00', 'the same again changes nothing')
  const [accepted] = responses
  const { data } = accepted?.body ?? assert.fail()
  assert.deepEqual([data.id, data.status, data.team_id, data.mode], [one, 'accepted', agency.id, 'live'])
  assert.ok(data.reviewed_at >= data.created_at)
  assertError(await operator.post(`${HELD}/${one}/refuse`), 409, 'Held payment already decided')

  const both = await Promise.all([
    operator.post(`${HELD}/${two}/accept`),
    operator.post(`${HELD}/${two}/refuse`),
  ])
  assert.deepEqual(statuses(both), [200, 409], 'of two who disagree one decides')
  const wasAccepted = both[0]?.status === 200
  assert.equal(await balanceOf(agency.live), wasAccepted ? '200000.00' : '150000.00')
  assert.deepEqual(await pages(HELD, 1), [three])
  assert.deepEqual((await pages(`${HELD}?all=true`, 2)).slice(-3), [one, two, three])
  assert.equal((await operator.get(`${HELD}?all=true&limit=1`)).body.data[0].reviewed_at !== null, true)

  const findings: InstallationFinding[] = (await operator.get(HEALTH)).body.data
  const held = findings.find(({ check }) => check === 'held payments')
  assert.deepEqual(
    [held?.state, held?.text],
    ['warning', '1 payment of 50000.00 BRL in all held, and not credited'],
  )
  assert.match(held?.advice ?? '', /payments review/)
  assert.equal((await operator.post(`${HELD}/${three}/refuse`)).body.data.status, 'refused')
  const actions = (await agency.live.get('/api/v1/audit?topic=money&limit=2')).body.data
  assert.deepEqual(
    actions.map(({ actor }: { actor: { id: string } }) => actor.id),
    [person.id, person.id],
  )
})

for (const decision of ['accept', 'refuse'])
  test(`an unknown held payment cannot be ${decision}ed`, async () => {
    for (const id of ['hpm_nobody', 'x', '0'])
      assertError(await operator.post(`${HELD}/${id}/${decision}`), 404, 'Held payment not found')
  })

test('health lists each check once, with problems and their remedies', async () => {
  const before: InstallationFinding[] = (await operator.get(HEALTH)).body.data
  const names = before.map(({ check }) => check)
  assert.equal(
    names.join(', '),
    'database role, processes, clocks, reverse proxy, overdue work, dead work, abandoned work, test clocks, ' +
      'bookings in doubt, storage, held payments, late cancellations, simulated money',
  )
  for (const { state, text, advice } of before) {
    assert.equal(advice === null, state === 'ok', text)
    assert.ok(text.length > 10 && (advice ?? '').length < 200, text)
  }
  await newJobs([['x', 'dead', '2000-01-01']])
  const now: InstallationFinding[] = (await operator.get(HEALTH)).body.data
  const dead = now.find(({ check }) => check === 'dead work')
  const { state, text, code, values } = dead ?? assert.fail()
  assert.deepEqual([state, text, code, values], ['warning', '1 job failed for good', 'dead', { count: 1 }])
  await app.asOwner("delete from jobs where type = 'no-such-type'")
})

test('health reports bookings in doubt: on the way while a job asks the carrier, stuck otherwise', async () => {
  const doubt = async () => {
    const findings: InstallationFinding[] = (await operator.get(HEALTH)).body.data
    const { state, code, values } =
      findings.find(({ check }) => check === 'bookings in doubt') ?? assert.fail()
    return { state, code, values }
  }
  assert.deepEqual(await doubt(), { state: 'ok', code: 'none_in_doubt', values: {} })
  const { test: client, advance } = await newAgency(app)
  const { id, created_at: since } = await booked(
    client,
    instantBody(await zzOffer(client, { family: 'answer lost for a while' })),
  )
  const { state, code, values } = await doubt()
  assert.deepEqual([state, code, values.count], ['ok', 'in_doubt', 1])
  assert.equal(String(values.since).slice(0, 16), since.slice(0, 16))
  const asked = `from jobs where key like '${id} %' and type = 'issue-tickets'`
  await app.asOwner(`update jobs set state = 'dead' where id in (select id ${asked})`)
  const stuck = await doubt()
  assert.deepEqual([stuck.state, stuck.code, stuck.values.names], ['warning', 'stuck', id])
  await app.asOwner(`update jobs set state = 'waiting' where id in (select id ${asked})`)
  await advance('P1D')
  assert.equal((await doubt()).code, 'none_in_doubt')
})

test('a check that cannot run is a problem of its own, and hides no other', async () => {
  await app.asOwner('alter table clocks rename to clocks_away')
  const response = await operator.get(HEALTH)
  await app.asOwner('alter table clocks_away rename to clocks')
  const problems = response.body.data.filter(({ state }: InstallationFinding) => state === 'problem')
  assert.deepEqual(
    problems.map(({ check, code, advice }: InstallationFinding) => [check, code, advice?.slice(0, 28)]),
    [
      ['overdue work', 'not_checked', 'This check could not be made'],
      ['test clocks', 'not_checked', 'This check could not be made'],
    ],
  )
  assert.equal(response.body.data.length, 13)
})

test('an operator is added and removed at once, by any spelling of the address, and once', async () => {
  const member = await newPerson(app, {})
  const client = await signedIn(app, member)
  const isIn = async () => (await client.get(TEAMS)).status
  assert.equal(await isIn(), 403)
  const made = await setOperator(world, ` ${member.email.toUpperCase()} `, true)
  assert.deepEqual([made.changed, made.person.id, await isIn()], [true, member.id, 200])
  assert.equal((await setOperator(world, member.email, true)).changed, false)
  assert.equal((await client.get('/api/v1/profile')).body.data.is_operator, true)
  const both = await Promise.all([1, 2].map(() => setOperator(world, member.email, false)))
  assert.equal(both.filter(({ changed }) => changed).length, 1)
  assert.equal(await isIn(), 403)
  assert.equal((await client.get('/api/v1/profile')).body.data.is_operator, false)
  await assert.rejects(setOperator(world, 'nobody@x.example', true), { code: 'invalid_request_parameters' })
})

const REFUSED: [args: string[], why: RegExp][] = [
  [['operator', 'add', 'nobody@x.example'], /EMAIL must belong to an account/],
  [['operator', 'remove', 'nobody@x.example'], /EMAIL must belong to an account/],
  [['people', 'list', '--team', 'team_nobody'], /team_nobody|--team/],
  [['people', 'invite', '--email', 'a@x.example', '--role', 'agent'], /--team/],
  [['people', 'invite', '--team', 'TEAM', '--role', 'agent'], /--email must be an e-mail address/],
  [['people', 'invite', '--team', 'TEAM', '--email', 'a b@x', '--role', 'agent'], /--email must be/],
  [['people', 'invite', '--team', 'TEAM', '--email', 'a@x.example'], /--role must be one of owner, agent/],
  [
    ['people', 'invite', '--team', 'TEAM', '--email', 'a@x.example', '--role', 'seller'],
    /--role must be one/,
  ],
]

test('the command line refuses invalid input by name, and changes nothing', async () => {
  const { id } = await newAgency(app)
  for (const [args, why] of REFUSED) {
    const run = await embarque(
      args.map((arg) => (arg === 'TEAM' ? id : arg)),
      here,
    )
    assert.deepEqual([run.code === 0, run.out], [false, ''], args.join(' '))
    assert.match(run.err, why, args.join(' '))
  }
  const { rows } = await pool.query('select from one_time_links where team_id = $1', [id])
  assert.equal(rows.length, 0)
})

test('the command line lists members, and invites an owner once, without an inviter', async () => {
  const [one, two] = [await newAgency(app), await newAgency(app)]
  const both = await newPerson(app, { [one.id]: 'owner', [two.id]: 'finance' }, { name: 'Lia Paz' })
  const run = async (...args: string[]) => embarque(args, here)
  const { out } = await run('people', 'list', '--team', two.id)
  const [, , line = '', ...others] = out.trimEnd().split('\n')
  assert.deepEqual(others, [])
  const sorted = [`${one.id} owner`, `${two.id} finance`].toSorted().join(', ')
  assert.equal(line.trimEnd().replaceAll(/ {2,}/g, ' '), `${both.id} ${both.email} Lia Paz ${sorted}`)
  const args = ['people', 'invite', '--team', one.id, '--email', 'Nova@x.example', '--role', 'owner']
  assert.match((await run(...args)).out, /^Invitation ivt_\w+ for nova@x\.example\nLink: http/)
  const [invitation] = (await one.live.get('/api/v1/invitations')).body.data
  assert.deepEqual([invitation.invited_by, invitation.role, invitation.language], [null, 'owner', 'pt-BR'])
  assert.match((await run(...args)).err, /Already invited/)
  const member = args.with(5, both.email)
  assert.match((await run(...member)).err, /Already a member/)
})
