// Every request example of the document is sent and succeeds.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startReceiver } from '../support/fakes/receiver.ts'
import { exampleRuns } from '../support/samples/example-runs.ts'
import { startApp } from '../support/start-app.ts'

const receiver = await startReceiver()
after(() => receiver.close())
const app = await startApp()

const { paths } = (await app.anybody.get('/openapi.json')).body
const runs = exampleRuns(app, receiver, paths)

test('every operation that a key can call has an example of its body', () => {
  assert.ok(runs.length > 100)
  for (const { id, operation, body } of runs)
    assert.equal(body !== undefined, operation.body !== undefined, id)
})

for (const { id, send } of runs) {
  test(`${id}: the example works`, async () => {
    const { status, text } = await send()
    assert.ok(status >= 200 && status < 300, `${status} ${text}`)
  })
}
