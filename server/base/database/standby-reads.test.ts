// Where lists are read, without a database: from the standby once it has replayed what the primary had when they were
// asked for, and from the primary whenever there is doubt.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Log } from '../process/log.ts'
import type { Pool } from './db.ts'
import { readFromStandby } from './standby-reads.ts'
import { SERVICE, takenFor } from './taken-for.ts'

/** Two servers of which one follows the other, and what each was asked. */
function makeServers() {
  const servers = {
    flushed: 100,
    replayed: 100 as number | null,
    history: { primary: '7 1', standby: '7 1' },
    /** What a look at the standby brings it forward. */
    replaysEachLook: 0,
    failsWith: undefined as string | undefined,
    asked: [] as string[],
    looks: { primary: 0, standby: 0 },
    warnings: 0,
  }
  const primary = {
    query: async ({ name, text }: { name?: string; text: string }) => {
      if (name === 'primary-position') {
        servers.looks.primary++
        return { rows: [{ lsn: String(servers.flushed), history: servers.history.primary }] }
      }
      servers.asked.push(`primary ${text}`)
      return { rows: [] }
    },
  }
  const standby = {
    query: async ({ name, text }: { name?: string; text: string }) => {
      if (servers.failsWith !== undefined)
        throw Object.assign(new Error('not now'), { code: servers.failsWith })
      if (name === 'standby-position') {
        servers.looks.standby++
        const lsn = servers.replayed === null ? null : String(servers.replayed)
        if (servers.replayed !== null) servers.replayed += servers.replaysEachLook
        return { rows: [{ lsn, history: servers.history.standby }] }
      }
      servers.asked.push(`standby ${text}`)
      return { rows: [] }
    },
  }
  const log = { warn: () => void servers.warnings++, info: () => {} } as unknown as Log
  const pool = primary as unknown as Pool
  readFromStandby(pool, standby as unknown as Pool, log)
  /** A request that asks for these, one after the other. */
  const list = (...texts: string[]) =>
    takenFor({ ...SERVICE, reads: {} }, async () => {
      for (const text of texts) await pool.query({ text })
    })
  return { servers, pool, list }
}

test('a list is read from the standby, and everything else from the primary', async () => {
  const { servers, pool, list } = makeServers()
  await list('count', 'page')
  await pool.query({ text: 'one' })
  assert.deepEqual(servers.asked, ['standby count', 'standby page', 'primary one'])
  assert.deepEqual(servers.looks, { primary: 1, standby: 1 })
})

test('a standby that has replayed enough is not asked again how far it is', async () => {
  const { servers, list } = makeServers()
  await list('first')
  await list('second')
  assert.deepEqual(servers.looks, { primary: 2, standby: 1 })
  servers.flushed = 120
  servers.replayed = 120
  await list('third')
  assert.deepEqual(servers.looks, { primary: 3, standby: 2 })
})

test('one that is a little behind is waited for', async () => {
  const { servers, list } = makeServers()
  Object.assign(servers, { replayed: 90, replaysEachLook: 5 })
  await list('page')
  assert.deepEqual([servers.asked, servers.looks.standby, servers.warnings], [['standby page'], 3, 0])
})

test('one that stays behind is not: the primary answers, for the whole request', async () => {
  const { servers, list } = makeServers()
  servers.replayed = 99
  await list('count', 'page')
  assert.deepEqual(servers.asked, ['primary count', 'primary page'])
  servers.replayed = 100
  await list('again')
  assert.equal(servers.asked.at(-1), 'standby again')
})

for (const [what, change] of [
  ['was promoted', { replayed: null }],
  [
    'is of another history, however far it is',
    { replayed: 900, history: { primary: '7 2', standby: '7 1' } },
  ],
  ['is of another database', { replayed: 900, history: { primary: '7 1', standby: '8 1' } }],
  ['cannot be reached', { failsWith: 'ECONNREFUSED' }],
] as const)
  test(`one that ${what} is not read from, and is left alone for a while`, async () => {
    const { servers, list } = makeServers()
    Object.assign(servers, change)
    await list('page')
    const looks = servers.looks.standby
    await list('next')
    assert.deepEqual(servers.asked, ['primary page', 'primary next'])
    assert.deepEqual([servers.warnings, servers.looks.standby], [1, looks])
  })

test('what the standby breaks off is read from the primary', async () => {
  const { servers, pool } = makeServers()
  await takenFor({ ...SERVICE, reads: {} }, async () => {
    await pool.query({ text: 'count' })
    servers.failsWith = '40001'
    await pool.query({ text: 'page' })
    servers.failsWith = undefined
    await pool.query({ text: 'more' })
  })
  assert.deepEqual(servers.asked, ['standby count', 'primary page', 'primary more'])
})

test('a fault of the question is told as it is', async () => {
  const { servers, pool } = makeServers()
  await takenFor({ ...SERVICE, reads: {} }, async () => {
    await pool.query({ text: 'count' })
    servers.failsWith = '22P02'
    await assert.rejects(async () => pool.query({ text: 'page' }), /not now/)
  })
  assert.deepEqual([servers.asked, servers.warnings], [['standby count'], 0])
})
