// Access of every operation: without a key only open ones, read-only keys only for reads, live keys never in
// the sandbox.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isChange, isOpen, isPersonal, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { assertError } from '../../../test/support/agency.ts'
import { type Client, makeClient, type Reply } from '../../../test/support/client.ts'
import { SAME_SITE } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const operations = Object.entries<Operation>(OPERATIONS)
const readOnly = await readOnlyKey(app.test)

for (const [id, operation] of operations) {
  const mayRead = isOpen(operation) || (!isChange(operation) && !isPersonal(operation))
  test(`${id} without a key: ${isOpen(operation) ? 'allowed' : 'refused'}`, async () => {
    const response = await call(app.anybody, operation)
    if (isOpen(operation)) assert.notEqual(response.status, 401, response.text)
    else assertError(response, 401, 'Unauthorized')
  })

  test(`${id} with a read-only key: ${mayRead ? 'allowed' : 'refused'}`, async () => {
    const response = await call(readOnly, operation)
    if (mayRead) return assert.ok(![401, 403].includes(response.status), response.text)
    assertError(response, 403, 'Forbidden')
    const advice = isPersonal(operation)
      ? 'this is for people who are signed in, and not for keys'
      : `this needs the permission ${operation.access}, and this key does not have it`
    assert.equal(response.body.message, `Forbidden: ${advice}`)
  })

  if (operation.liveModeOnly)
    test(`${id} with a test key: refused`, async () => {
      const response = await call(app.test, operation)
      assertError(response, 403, 'Forbidden')
      assert.equal(response.body.message, 'Forbidden: this needs a live key; it changes the team itself')
    })

  if (!operation.testModeOnly) continue
  test(`${id} with a live key: refused`, async () => {
    const response = await call(app.live, operation)
    assertError(response, 403, 'Forbidden')
    assert.equal(response.body.message, 'Forbidden: this needs a test key; nothing here is for live mode')
  })
}

/** Calls the operation on a missing object: an admitted caller gets 404 or a validation error. */
function call(client: Client, { method, path, forBrowser }: Operation): Promise<Reply> {
  return client.raw(method, path.replaceAll(/:\w+/g, 'nobody'), undefined, forBrowser ? SAME_SITE : {})
}

async function readOnlyKey(client: Client): Promise<Client> {
  const { body } = await client.post('/api/v1/api-keys', { name: 'reader', read_only: true })
  return makeClient(app.url, body.data.secret)
}
