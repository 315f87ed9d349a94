// An old process beside a schema that a newer version has migrated: unavailable, since its successor is on the way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClient, newQuote } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const client = await newClient(app.test)
const quote = await newQuote(app.test)
const read = () => app.test.get(`/api/v1/clients/${client.id}`)

test('a column renamed by a newer version is a retryable 503; without that version it is an error', async () => {
  assert.equal((await read()).status, 200)
  await app.asOwner('alter table clients rename column full_name to whole_name')
  const broken = await read()
  assert.deepEqual([broken.status, broken.body.error], [500, 'Internal error'])
  await app.asOwner(`insert into migrations (number, name, hash) values (9999, 'of a newer version', 'none')`)
  const { status, body, headers } = await read()
  assert.deepEqual([status, body.error, headers['retry-after']], [503, 'Service unavailable', '2'])
  await app.asOwner('delete from migrations where number = 9999')
  await app.asOwner('alter table clients rename column whole_name to full_name')
  assert.equal((await read()).status, 200)
})

test('a table dropped by a newer version is 503 too', async () => {
  await app.asOwner('alter table quotes rename to offers_of_old')
  await app.asOwner(`insert into migrations (number, name, hash) values (9999, 'of a newer version', 'none')`)
  assert.equal((await app.test.get(`/api/v1/quotes/${quote.id}`)).status, 503)
})
