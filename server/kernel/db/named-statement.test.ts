import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedStatement } from './db.ts'

const asked: { text: string; values?: unknown[] }[] = []
const db = {
  async query(query: { text: string; values?: unknown[] }) {
    asked.push(query)
    return { rows: [], rowCount: 0 }
  },
}

test('names become numbers, the same name the same one, and casts stay', async () => {
  const run = namedStatement<object, { id: string; at: string | null }>(
    `select :at::timestamptz, 'a' || :id where x = :id and y::text = '::z'`,
  )
  await run(db, { id: 'one', at: null })
  const [query] = asked
  assert.equal(query?.text, `select $1::timestamptz, 'a' || $2 where x = $2 and y::text = '::z'`)
  assert.deepEqual(query?.values, [null, 'one'])
})

test('a value that is missing is an error before anything is asked', async () => {
  const run = namedStatement<object, { id?: string }>('select :id')
  await assert.rejects(run(db, {}), /wants a value for :id/)
  assert.equal(asked.length, 1)
})
