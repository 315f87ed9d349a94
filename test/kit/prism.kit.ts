// Prism stands in front of the service and holds every request and every answer against the document: over every
// request example, and what is refused, it sees no violation.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeClient, type Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { freePort } from '../support/free-port.ts'
import { exampleRuns } from '../support/samples/example-runs.ts'
import { LIVE_KEY, startApp, TEST_KEY } from '../support/start-app.ts'
import { makeRoom, toolPath } from './tools.ts'

const receiver = await startReceiver()
after(() => receiver.close())
const app = await startApp()
const { text, body } = await app.anybody.get('/openapi.json')

const file = join(makeRoom('prism'), 'openapi.json')
writeFileSync(file, text)
/** Prism says that it takes any encoding, and takes none but a few: between them nothing is packed. */
const plain = createServer((asked, answer) => {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' }
  const onward = request(
    new URL(asked.url ?? '', app.url),
    { method: asked.method ?? 'GET', headers },
    (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers)
      given.pipe(answer)
    },
  )
  asked.pipe(onward)
})
const between = await freePort()
plain.listen(between, '127.0.0.1')
after(() => plain.close())

const port = await freePort()
const prism = spawn(toolPath('prism'), [
  ...['proxy', file, `http://127.0.0.1:${between}`],
  ...['--port', String(port), '--verboseLevel', 'warn'],
])
after(() => prism.kill())
const url = `http://127.0.0.1:${port}`
await eventually('Prism listens', () =>
  fetch(`${url}/api/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  ),
)

const through = { ...app, live: makeClient(url, LIVE_KEY), test: makeClient(url, TEST_KEY) }

function assertClean({ headers, status, text: said }: Reply): void {
  assert.equal(
    headers['sl-violations'],
    undefined,
    `${headers['sl-violations']} ${status} ${said.slice(0, 500)}`,
  )
}

for (const { id, operation, send } of exampleRuns(through, receiver, body.paths)) {
  // It waits for the end of what has none, and reads files as text.
  if (operation.response.kind === 'stream' || /^(team\.\w+Logo|tripFiles\.\w+)$/.test(id)) continue
  test(`${id}: no violation`, async () => {
    const reply = await send()
    assertClean(reply)
    assert.ok(reply.status >= 200 && reply.status < 300, `${reply.status} ${reply.text}`)
  })
}

test('refusals are as the document says', async () => {
  for (const path of ['/api/v1/bookings/ord_none', '/api/v1/invoices/none', '/api/v1/webhooks/wh_none'])
    assertClean(await through.test.get(path))
  assertClean(await makeClient(url, 'sk_test_wrong').get('/api/v1/me'))
  assertClean(await through.live.post('/api/v1/test/events', { type: 'wallet.credit' }))
})
