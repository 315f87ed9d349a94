// A transaction of the database: committed or rolled back. A broken connection does not go back to the pool.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { committed } from './committed.ts'
import type { Pool } from './db.ts'

/** A pool that writes down what it is asked, and fails where it is told to. */
function scribe(failing: Readonly<Record<string, string>> = {}) {
  const said: string[] = []
  const pool = {
    async connect() {
      said.push('connect')
      return {
        async query(text: string) {
          said.push(text)
          if (failing[text] !== undefined) throw new Error(failing[text])
          return { rows: [], rowCount: 0 }
        },
        release: (broken?: Error) => said.push(broken ? `throw away: ${broken.message}` : 'release'),
      }
    },
  }
  return { said, pool: pool as unknown as Pool }
}

async function failingWork(): Promise<never> {
  throw new Error('the work failed')
}

test('what the work returns is returned once it is committed', async () => {
  const { said, pool } = scribe()
  const result = await committed(pool, async () => {
    said.push('work')
    return 7
  })
  assert.equal(result, 7)
  assert.deepEqual(said, ['connect', 'begin', 'work', 'commit', 'release'])
})

test('work that fails is rolled back, and its own error is told', async () => {
  const { said, pool } = scribe()
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  assert.deepEqual(said, ['connect', 'begin', 'rollback', 'release'])
})

test('a commit that fails is an error, whatever the work returned', async () => {
  const { said, pool } = scribe({ commit: 'deferred constraint' })
  await assert.rejects(
    committed(pool, async () => 7),
    /deferred constraint/,
  )
  assert.deepEqual(said, ['connect', 'begin', 'commit', 'rollback', 'release'])
})

test('a connection that cannot roll back is thrown away, and the first error is told', async () => {
  const { said, pool } = scribe({ rollback: 'connection lost' })
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  assert.deepEqual(said, ['connect', 'begin', 'rollback', 'throw away: connection lost'])
})

test('one that cannot even begin does no work', async () => {
  const { said, pool } = scribe({ begin: 'going down', rollback: 'going down' })
  let worked = false
  await assert.rejects(
    committed(pool, async () => {
      worked = true
    }),
    /going down/,
  )
  assert.equal(worked, false)
  assert.equal(said.at(-1), 'throw away: going down')
})

test('a pool that gives no connection: nothing is begun, and nothing is to be given back', async () => {
  const pool = { connect: () => Promise.reject(new Error('no connection')) } as unknown as Pool
  let worked = false
  const asked = committed(pool, async () => {
    worked = true
  })
  await assert.rejects(asked, /no connection/)
  assert.equal(worked, false)
})
