// Every check of a running installation on a broken and on a healthy database. Each runs in a transaction
// that is rolled back.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeDatabase } from '../../../test/support/database.ts'
import type { Finding } from '../../features/readiness/readiness.ts'
import { frozenClock } from '../../kernel/process/clock.ts'
import { readConfig } from '../boot/config.ts'
import type { Check } from './check.ts'
import { DOUBT_CHECK, MONEY_CHECKS, ROLE_CHECK, RUNNING_CHECKS, STORAGE_CHECK } from './checks.ts'

const database = await makeDatabase()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})
const CHECKS: readonly Check[] = [ROLE_CHECK, ...RUNNING_CHECKS, DOUBT_CHECK, STORAGE_CHECK, ...MONEY_CHECKS]
const wall = frozenClock(new Date('2026-11-16T12:00:00Z'))

/** Runs the given SQL first. */
async function finding(
  name: string,
  sql: string,
  { settings = {}, alone = false }: { settings?: Record<string, string>; alone?: boolean } = {},
): Promise<Finding | null> {
  const check = CHECKS.find((one) => one.name === name) ?? assert.fail(name)
  const config = readConfig({ DATABASE_URL: database.url, SECRET_KEY: '00'.repeat(32), ...settings })
  await client.query('begin')
  try {
    await client.query(sql)
    return await check.run({ config, client, alone, wall })
  } finally {
    await client.query('rollback')
  }
}

const process = (id: string, description: string, secondsAgo = 0, offsetMs: number | null = null) => `
  insert into processes (id, description, clock_offset_ms, beat_at)
  values ('${id}', '${description}', ${offsetMs}, clock_timestamp() - ${secondsAgo} * interval '1 second');`
const work = (key: string, runAt: string, state = 'waiting', clock = '') => `
  insert into jobs (type, key, queue, clock, run_at, payload, state, created_at)
  values ('k', '${key}', 'k', '${clock}', '${runAt}', 'null', '${state}', '2026-01-01');`
const claim = (owner: string) => `
  insert into job_claims (job_id, queue, clock, process_id)
  select id, 'k', '', '${owner}' from jobs order by id desc limit 1;`
const clock = (id: string, offsetMs: number, by: string | null = null) =>
  `insert into clocks (id, offset_ms, advancing_by) values ('${id}', ${offsetMs}, ${by === null ? 'null' : `'${by}'`});`
const bucket = (name: string, tokens: number) => `
  insert into limit_buckets (name, tokens, at, capacity, refill_ms, spent)
  values ('${name}', ${tokens}, clock_timestamp(), 100, 86400000, 0);`

const behindProxy = `update processes set untrusted_proxy = true`

const ROWS: [check: string, what: string, sql: string, text: string | RegExp, state: Finding['state']][] = [
  ['reverse proxy', 'none', process('a', 'all 1'), /^no request came through a proxy/, 'ok'],
  [
    'reverse proxy',
    'one that is not named',
    process('a', 'all 1') + behindProxy,
    'requests arrive with X-Forwarded-For, and TRUST_PROXY is 0',
    'warning',
  ],
  ['processes', 'none', '', 'no service is running on this database', 'ok'],
  ['processes', 'one that does all', process('a', 'all 1'), 'running: all 1', 'ok'],
  [
    'processes',
    'one that is gone',
    process('a', 'all 1', 11),
    'no service is running on this database',
    'ok',
  ],
  [
    'processes',
    'two that do no work',
    process('b', 'api 2') + process('a', 'api 1'),
    'running: api 1, api 2; none of them runs jobs',
    'warning',
  ],
  ['processes', 'with a worker', process('a', 'api 1') + process('b', 'worker 2'), /worker 2$/, 'ok'],
  ['processes', 'of a parent', process('a', 'parent 1 of 2/2') + process('b', 'worker 2'), /worker 2$/, 'ok'],
  [
    'processes',
    'of a parent that lacks one',
    process('a', 'parent 1 of 1/2'),
    /some of a parent are/,
    'warning',
  ],
  [
    'processes',
    'whose parent has a heartbeat',
    process('a', 'parent 1 of 2/2 on web-1') +
      process('b', 'api 2 of parent 1 on web-1') +
      process('c', 'worker 3 of parent 1 on web-1'),
    'running: parent 1 of 2/2 on web-1, api 2 of parent 1 on web-1, worker 3 of parent 1 on web-1',
    'ok',
  ],
  [
    'processes',
    'whose parent is not, while those of the same number on other machines are',
    process('a', 'parent 1 of 2/2 on web-1', 11) +
      process('b', 'api 2 of parent 1 on web-1') +
      process('c', 'worker 3 of parent 1 on web-1') +
      process('d', 'parent 11 of 2/2 on web-1') +
      process('e', 'parent 1 of 2/2 on web-2') +
      process('f', 'api 2 of parent 1 on web-2'),
    /; not to be heard: parent 1 on web-1$/,
    'problem',
  ],
  [
    'processes',
    'of a parent on a machine that lacks one',
    process('a', 'parent 1 of 1/2 on web-1'),
    /some of a parent are/,
    'warning',
  ],
  [
    'processes',
    'a parent does no work',
    process('a', 'parent 1 of 2/2'),
    /none of them runs jobs$/,
    'warning',
  ],
  ['clocks', 'none', '', /^no machine/, 'ok'],
  ['clocks', 'not measured', process('a', 'all 1'), /^no machine/, 'ok'],
  ['clocks', 'nearly right', process('a', 'all 1', 0, -999), /^no machine/, 'ok'],
  [
    'clocks',
    'one that is a little off',
    process('a', 'api 1', 0, 3) + process('b', 'worker 2', 0, -2_500),
    'worker 2 is 2.5 s behind the database',
    'warning',
  ],
  [
    'clocks',
    'two, one of them far off',
    process('a', 'api 1', 0, 1_860_000) + process('b', 'worker 2', 0, -2_500),
    'api 1 is 1860.0 s ahead of the database, worker 2 is 2.5 s behind the database',
    'problem',
  ],
  ['clocks', 'one that is gone', process('a', 'api 1', 11, 1_860_000), /^no machine/, 'ok'],
  ['overdue work', 'none', '', 'nothing has waited for more than 5 minutes', 'ok'],
  ['overdue work', 'four minutes', work('a', '2026-11-16T11:56:00Z'), /^nothing/, 'ok'],
  ['overdue work', 'six minutes', work('a', '2026-11-16T11:54:00Z'), /^1 job should/, 'warning'],
  [
    'overdue work',
    'two, the first by how long',
    work('a', '2026-11-16T11:54:00Z') + work('b', '2026-11-16T10:29:30Z'),
    '2 jobs should have begun more than 5 minutes ago, the first 90 minutes ago',
    'warning',
  ],
  ['overdue work', 'dead', work('a', '2026-11-16T11:00:00Z', 'dead'), /^nothing/, 'ok'],
  ['overdue work', 'running', work('a', '2026-11-16T11:00:00Z') + claim('a'), /^nothing/, 'ok'],
  [
    'overdue work',
    'by a test clock that is ahead',
    clock('t', 86_400_000) + work('a', '2026-11-17T11:00:00Z', 'waiting', 't'),
    /^1 job/,
    'warning',
  ],
  ['dead work', 'none', work('a', '2026-11-16T11:00:00Z'), 'nothing failed for good', 'ok'],
  [
    'dead work',
    'two',
    work('a', '2026-01-01', 'dead') + work('b', '2099-01-01', 'dead'),
    '2 jobs failed for good',
    'warning',
  ],
  ['abandoned work', 'none', '', 'everything under way belongs to a living process', 'ok'],
  [
    'abandoned work',
    'held by one that lives',
    process('a', 'all 1') + work('a', '2026-01-01') + claim('a'),
    /living process$/,
    'ok',
  ],
  [
    'abandoned work',
    'held by one that is gone',
    process('a', 'all 1', 60) + work('a', '2026-01-01') + claim('a'),
    'held by processes that are gone: 1 job',
    'warning',
  ],
  ['test clocks', 'held by no process', clock('t', 5), 'none is held by a process that is gone', 'ok'],
  ['test clocks', 'held by one that lives', process('a', 'all 1') + clock('t', 5, 'a'), /^none/, 'ok'],
  [
    'test clocks',
    'held by two that are gone',
    clock('t', 5, 'a') + clock('u', 5, 'b'),
    'held by processes that are gone: 2 clocks',
    'warning',
  ],
  ['storage', 'enough left', bucket('stored team_a live', 21), /^no team is near its \d+ MB a day$/, 'ok'],
  ['storage', 'of something else', bucket('requests team_a', 1), /^no team/, 'ok'],
  [
    'storage',
    'seven that are near',
    [1, 2, 3, 4, 5, 6, 7].map((n) => bucket(`stored team_${n} live`, 19)).join(''),
    /^7 teams stored .* \(team_1 live, team_2 live, team_3 live, team_4 live, team_5 live\)$/,
    'warning',
  ],
  ['held payments', 'none', '', 'no payment waits for a review', 'ok'],
  ['late cancellations', 'none', '', 'no carrier kept anything of a given-up booking', 'ok'],
  ['simulated money', 'none', '', 'no live wallet has ever held any', 'ok'],
]

for (const [check, what, sql, text, state] of ROWS)
  test(`${check}, ${what}: ${state}`, async () => {
    const found = (await finding(check, sql)) ?? assert.fail('there was nothing to check')
    if (typeof text === 'string') assert.equal(found.text, text)
    else assert.match(found.text, text)
    assert.equal(found.state, state)
    assert.equal(found.advice === undefined, state === 'ok', 'what is wrong comes with what to do')
  })

test('a check with the service stopped counts no process as alive', async () => {
  const held = process('a', 'all 1') + work('a', '2026-01-01') + claim('a') + clock('t', 5, 'a')
  const states = []
  for (const name of ['processes', 'abandoned work', 'test clocks'])
    states.push((await finding(name, held, { alone: true }))?.state)
  assert.deepEqual(states, ['ok', 'warning', 'warning'])
})

test('without a storage limit there is nothing to check', async () => {
  const near = bucket('stored team_a live', 0)
  assert.equal(await finding('storage', near, { settings: { STORED_MB_PER_DAY: '0' } }), null)
  const found = await finding('storage', near, { settings: { STORED_MB_PER_DAY: '25' } })
  assert.equal(found?.text, '1 team stored most of 25 MB a day (team_a live)')
})

/** The rights of a role, and the finding about it. */
const ROLES: [has: string, sql: string, said: string][] = [
  ['nothing', '', 'owns nothing, and can switch nothing off'],
  ['all', 'alter role small superuser', 'is a superuser: '],
  ['new roles', 'alter role small createrole', 'can make roles: '],
  ['new databases', 'alter role small createdb', 'can make databases: '],
  ['replication', 'alter role small replication', 'can pass by what guards rows: '],
  ['guards of rows', 'alter role small bypassrls', 'can pass by what guards rows: '],
  ['new tables', 'grant create on schema public to small', 'can make tables: '],
  ['a table', 'alter table clocks owner to small', 'owns the tables: '],
  ['triggers', 'grant set on parameter session_replication_role to small', 'can switch off triggers: '],
  ['two', 'alter role small createdb createrole', 'can make roles, can make databases: '],
]

for (const [has, sql, said] of ROLES)
  test(`a role that has ${has} ${said.replace(': ', '')}`, async () => {
    const made = `create role small; ${sql}; set local role small`
    const found = (await finding('database role', made)) ?? assert.fail('there was nothing to check')
    assert.ok(found.text.startsWith(`small ${said}`), found.text)
    assert.equal(found.state, has === 'nothing' ? 'ok' : 'warning')
    if (has !== 'nothing') assert.match(found.advice ?? '', /DATABASE_OWNER_URL.*docs\/database\.md/)
  })
