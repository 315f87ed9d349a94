// docs/webhooks.md is true: its programs run and distinguish genuine requests from others.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  signTestRequest,
  type TestRequest,
  type TestRequestInput,
} from '../../../sdk/src/webhooks/sign-test-request.ts'
import { projectFile } from '../../../test/house/project-files.ts'
import { installSdk } from '../../../test/support/install-sdk.ts'
import { realClock } from '../../kernel/process/clock.ts'

const guide = projectFile('docs/webhooks.md')
const secret = `whsec_${randomBytes(32).toString('base64')}`
const oldSecret = `whsec_${randomBytes(32).toString('base64')}`

// As an integrator would have it: the package installed, the programs of the page beside it.
const folder = mkdtempSync(join(tmpdir(), 'embarque-guide-'))
after(() => rmSync(folder, { recursive: true, force: true }))
installSdk(folder)
const programs = [...blocks('js'), ...blocks('python')].map((text) => {
  const name = /^(?:\/\/|#) ([\w.-]+)\n/.exec(text)?.[1]
  assert.ok(name !== undefined, `a program without a name: ${text.slice(0, 40)}`)
  writeFileSync(join(folder, name), text)
  return name
})

test('every program of the page has a test here', () => {
  assert.deepEqual(programs.sort(), ['receive-plain.mjs', 'receive.mjs', 'receive.py', 'receive.test.mjs'])
})

test('Node.js with the SDK', async () => {
  const receiver = await startReceiver(process.execPath, 'receive.mjs', `${secret} ${oldSecret}`)
  const send = (request: TestRequest) => post(receiver.port, request)
  await acceptsOnlyGenuine(send)
  const twice = await signTestRequest({ secret, type: 'booking.ticketed' })
  assert.deepEqual([await send(twice), await send(twice)], [204, 204])
  assert.equal(await send(await signTestRequest({ secret: oldSecret })), 204)
  const output = await receiver.stop()
  const { id } = JSON.parse(twice.body)
  assert.equal(output.split(`received booking.ticketed ${id}\n`).length, 2, 'it is stored once')
})

test('Node.js alone, without the SDK', async () => {
  const receiver = await startReceiver(process.execPath, 'receive-plain.mjs', secret)
  await acceptsOnlyGenuine((request) => post(receiver.port, request))
  assert.match(await receiver.stop(), /received booking\.created evt_/)
  const lines = blocks('js')
    .find((text) => text.includes('receive-plain'))!
    .split('\n')
    .filter((line) => line !== '')
  assert.ok(lines.length <= 25, `${lines.length} lines`)
})

test('Python', { skip: lacks('python3') }, async () => {
  const receiver = await startReceiver('python3', 'receive.py', secret)
  await acceptsOnlyGenuine((request) => post(receiver.port, request))
  assert.match(await receiver.stop(), /received booking\.created evt_/)
})

test('PHP uses the same headers and steps', () => {
  const [text = '', ...others] = blocks('php')
  assert.equal(others.length, 0)
  for (const part of [
    'HTTP_X_SERVICE_SIGNATURE',
    'HTTP_X_SERVICE_TIMESTAMP',
    'hash_equals',
    '300',
    'php://input',
  ]) {
    assert.ok(text.includes(part), part)
  }
})

test("the page's own test passes", () => {
  const { PATH = '' } = process.env
  const run = spawnSync(process.execPath, ['--test', 'receive.test.mjs'], {
    cwd: folder,
    env: { PATH },
    encoding: 'utf8',
  })
  assert.equal(run.status, 0, run.stdout + run.stderr)
  assert.match(run.stdout, /pass 1\n/)
})

test('the JSON of the page is valid, and its event has the fields of every event', async () => {
  const documents = blocks('json').map((text) => JSON.parse(text))
  const event = documents.find(({ id }) => id?.startsWith('evt_'))
  assert.deepEqual(Object.keys(event), Object.keys(JSON.parse((await signTestRequest({ secret })).body)))
})

/** The texts of all code blocks in a language. */
function blocks(language: string): string[] {
  return [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , text = '']) => text)
}

/** For `skip`: false where the program is there. */
function lacks(program: string): string | false {
  return spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined
    ? false
    : `there is no ${program}`
}

async function acceptsOnlyGenuine(send: (request: TestRequest) => Promise<number>): Promise<void> {
  const signed = async (input: Partial<TestRequestInput>) => send(await signTestRequest({ secret, ...input }))
  const request = await signTestRequest({ secret })
  const { body, headers } = request
  const aged = (seconds: number) => signed({ now: new Date(realClock.now().getTime() - seconds * 1000) })
  const accented = { object: { id: 'ord_1', name: 'João Conceição ✈ 日本', lone: '\ud800' } }
  const time = Number(headers['x-service-timestamp'])

  assert.equal(await send(request), 204)
  assert.equal(await signed({ event: { data: accented } }), 204)
  assert.equal(await aged(250), 204)
  assert.equal(await aged(302), 400, 'a late replay')
  assert.equal(await aged(-310), 400, 'from the future')
  assert.equal(await send({ body: body.replace('BRL', 'BRK'), headers }), 400, 'a changed byte')
  assert.equal(await send({ body: `${body} `, headers }), 400, 'an additional byte')
  assert.equal(await send({ body: '', headers }), 400, 'no body')
  /** In both ways of signing, since each receiver goes by one. */
  const changed = (part: 'timestamp' | 'signature', value: string) =>
    send({ body, headers: { ...headers, [`x-service-${part}`]: value, [`webhook-${part}`]: value } })
  assert.equal(await changed('timestamp', String(time + 1)), 400, 'a changed time')
  assert.equal(await changed('timestamp', 'soon'), 400, 'no time')
  assert.equal(await changed('signature', 'no signature'), 400, 'no signature')
  assert.equal(await signed({ secret: `${secret.slice(0, -9)}=` }), 400, 'the secret, cut')
  const unsigned = { 'content-type': headers['content-type'] }
  assert.equal(await send({ body, headers: unsigned as TestRequest['headers'] }), 400, 'unsigned')
}

async function startReceiver(program: string, file: string, secrets: string) {
  const { PATH = '' } = process.env
  const child: ChildProcess = spawn(program, [file], {
    cwd: folder,
    env: { PATH, PORT: '0', WEBHOOK_SECRET: secrets },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  after(() => child.kill())
  const ended = once(child, 'close')
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /^listening on (\d+)$/m.exec(output)
      if (found !== null) resolve(Number(found[1]))
    })
    ended.then(() => reject(new Error(`${file} ended before it listened: ${output}`)), reject)
  })
  return {
    port,
    /** Everything that it printed. */
    async stop(): Promise<string> {
      child.kill()
      await ended
      return output
    },
  }
}

function post(port: number, { body, headers }: TestRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const to = {
      host: '127.0.0.1',
      port,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    }
    const onResponse = (response: http.IncomingMessage) =>
      response.resume().on('end', () => resolve(response.statusCode!))
    const request = http.request(to, onResponse)
    request.on('error', reject).end(body)
  })
}
