// The SDK as an integrator gets it: packed, installed into a fresh project, compiled under strict, and run against the
// service by import and by require, on the oldest Node.js that it promises and on ours. The programs of docs/sdk.md are
// what is run.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { projectFile } from '../house/project-files.ts'
import { startApp, TEST_KEY } from '../support/start-app.ts'
import { type Ran, runTool } from './tools.ts'

const project = mkdtempSync(join(tmpdir(), 'embarque-sdk-'))
after(() => rmSync(project, { recursive: true, force: true }))
const app = await startApp()

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OLD_NODE = join(PROJECT_DIR, 'test/kit/node_modules/node-20/bin/node')
const RUNTIMES = { 'Node.js 20': OLD_NODE, 'our Node.js': process.execPath }

const guide = [...projectFile('docs/sdk.md').matchAll(/^```(?:js|ts)\n\/\/ ([\w.-]+)\n([\s\S]*?)^```$/gm)]

before(async () => {
  write('package.json', JSON.stringify({ name: 'shop', private: true }))
  // npm hands its own settings down to what it runs: this project's, by which no script of a package runs.
  const pack = ['pack', '--ignore-scripts=false', '--pack-destination', project]
  const packed = await runTool('npm', pack, join(PROJECT_DIR, 'sdk'))
  assert.equal(packed.status, 0, packed.text)
  const [archive = ''] = /embarque-sdk-[\d.]+\.tgz/.exec(packed.text) ?? []
  const install = ['install', `./${archive}`, '--offline', '--no-audit', '--no-fund']
  const installed = await runTool('npm', install, project)
  assert.equal(installed.status, 0, installed.text)
  for (const [, name = '', text = ''] of guide) write(name, text)
  borrow('test/kit/node_modules', ['express', '@types/express', 'hono'])
  borrow('node_modules', ['fastify'])
})

test('the package holds what its files say, and no sources or tests', async () => {
  const { stdout } = await runTool(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts'],
    join(PROJECT_DIR, 'sdk'),
  )
  const [{ files }] = JSON.parse(stdout)
  const paths: string[] = files.map(({ path }: { path: string }) => path)
  for (const path of [
    'dist/index.js',
    'dist/index.cjs',
    'dist/index.d.ts',
    'dist/index.d.cts',
    'README.md',
    'LICENSE',
  ]) {
    assert.ok(paths.includes(path), path)
  }
  assert.deepEqual(
    paths.filter((path) => /\.test\.|test-support|^src\/|\.common/.test(path)),
    [],
  )
})

test('a project in TypeScript compiles with it, strictly, as a module and as CommonJS', async () => {
  const program = `import { ApiError, createClient, type Booking, type ErrorCode } from '@embarque/sdk'
import type { ListedEvent, ReadEvent } from '@embarque/sdk'
import { receiveWebhooks as onExpress } from '@embarque/sdk/express'
import { receiveWebhooks as onFastify } from '@embarque/sdk/fastify'
import { receiveWebhooks as onHono } from '@embarque/sdk/hono'
import { receiveWebhooks as onNext } from '@embarque/sdk/next'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'

const options = { secret: 'whsec_AAAA', onEvent: () => {} }
express().post('/hook', onExpress(options))
Fastify().register(onFastify({ path: '/hook', ...options }))
new Hono().post('/hook', onHono(options))
export const POST: (request: Request) => Promise<Response> = onNext(options)

const embarque = createClient({ apiKey: 'sk_test_1' })
export async function work(): Promise<ErrorCode | Booking['status']> {
  try {
    for await (const client of embarque.clients.list({ limit: 5 })) await embarque.clients.read(client.id)
    const { data, requestId } = await embarque.bookings.read('ord_1').withResponse()
    return requestId === undefined ? data.status : 'internal_error'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
type Ticketed<E extends ListedEvent | ReadEvent> = Extract<E, { type: 'booking.ticketed' }>['data']['object'] & {}
export type Read = [Ticketed<ListedEvent>['documents'], Ticketed<ReadEvent>['passengers']]
// @ts-expect-error: lists and the stream leave passengers out
export type Unread = Ticketed<ListedEvent>['passengers']
// @ts-expect-error: the list of codes is closed
export const wrong: ErrorCode = 'no_such_code'
// @ts-expect-error: an operation takes what the API takes
embarque.keys.create({ title: 'x' })
`
  write('program.mts', program)
  write('program.cts', program)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    esModuleInterop: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
    // Types of frameworks are their makers' business; those of the SDK are checked by themselves below.
    skipLibCheck: true,
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['program.*', 'on-event.ts'] }))
  succeeded(await runTool('tsc', ['-p', project], join(PROJECT_DIR, 'test/kit')))
  const alone = {
    compilerOptions: { ...compilerOptions, skipLibCheck: false },
    include: ['on-event.ts'],
  }
  write('tsconfig.alone.json', JSON.stringify(alone))
  succeeded(await runTool('tsc', ['-p', join(project, 'tsconfig.alone.json')], join(PROJECT_DIR, 'test/kit')))
})

write(
  'required.cjs',
  `const { createClient, NotFoundError } = require('@embarque/sdk')
const { receiveWebhooks } = require('@embarque/sdk/express')
const embarque = createClient({ apiKey: process.env.EMBARQUE_API_KEY, baseUrl: process.env.EMBARQUE_URL })
embarque.wallet.balance().then(async ({ balance }) => {
  const refused = await embarque.quotes.read('nobody').catch((error) => error instanceof NotFoundError)
  console.log('balance', balance, refused, typeof receiveWebhooks)
})
`,
)
write(
  'adapters.mjs',
  `import { createServer } from 'node:http'
import { once } from 'node:events'
import { signTestRequest } from '@embarque/sdk'
import * as onExpress from './express.mjs'
import * as onFastify from './fastify.mjs'
import * as onHono from './hono.mjs'
import { POST } from './route.mjs'

const server = createServer(onExpress.app).listen(0, '127.0.0.1')
await once(server, 'listening')
const expressUrl = 'http://127.0.0.1:' + server.address().port + '/hook'
const fastifyUrl = (await onFastify.app.listen({ host: '127.0.0.1', port: 0 })) + '/hook'
const request = await signTestRequest({ secret: process.env.WEBHOOK_SECRET, type: 'booking.ticketed' })
for (const [name, send] of Object.entries({
  express: (init) => fetch(expressUrl, init),
  fastify: (init) => fetch(fastifyUrl, init),
  hono: (init) => onHono.app.request('/hook', init),
  next: (init) => POST(new Request('http://x.example/hook', init)),
})) {
  const init = { method: 'POST', ...request }
  const [genuine, changed] = [await send(init), await send({ ...init, body: request.body + ' ' })]
  console.log(name, genuine.status, changed.status, (await changed.text()).split(':')[0])
}
server.close()
await onFastify.app.close()
`,
)

const FRAMEWORKS = ['express', 'fastify', 'hono', 'next']
const answered = (name: string) => `booking.ticketed\n${name} 204 400 bad_signature\n`

const LISTED = '\\d+ of \\d+\n(?:[\\w-]+\n)+text/csv, \\d+ bytes\n'

const PROGRAMS = new Map([
  ['first-calls.mjs', /^\w{6} is ticketed\n$/],
  [
    'responses.mjs',
    new RegExp(`^client [\\w-]+, [1-9] warning, replayed: false, request req_\\w+\n${LISTED}$`),
  ],
  ['errors.mjs', /^not there: booking_not_found\n$/],
  ['required.cjs', /^balance \d+\.\d\d true function\n$/],
  ['adapters.mjs', new RegExp(`^${FRAMEWORKS.map(answered).join('')}$`)],
])

test('every program of the guide is run here, or imported by one that is', () => {
  const written = guide.map(([, name = '']) => name)
  const run = [...PROGRAMS.keys()].filter((name) => name !== 'required.cjs' && name !== 'adapters.mjs')
  const used = ['express.mjs', 'fastify.mjs', 'hono.mjs', 'route.mjs', 'on-event.ts']
  assert.deepEqual(written.toSorted(), [...run, ...used].toSorted())
})

for (const [runtime, node] of Object.entries(RUNTIMES)) {
  const skip = existsSync(node) ? false : `${runtime} is not there for this machine`
  for (const [name, expected] of PROGRAMS) {
    test(`${name} on ${runtime}`, { skip }, async () => {
      const settings = [`EMBARQUE_URL=${app.url}`, `EMBARQUE_API_KEY=${TEST_KEY}`, `WEBHOOK_SECRET=${secret}`]
      const { status, stdout, text } = await runTool('env', [...settings, node, name], project)
      assert.equal(status, 0, text)
      assert.match(stdout, expected)
    })
  }
}

function write(name: string, text: string): void {
  writeFileSync(join(project, name), text)
}

/** What a project would have installed itself, without asking the network for it again. */
function borrow(from: string, names: readonly string[]): void {
  for (const name of names) {
    const to = join(project, 'node_modules', name)
    mkdirSync(join(to, '..'), { recursive: true })
    symlinkSync(join(PROJECT_DIR, from, name), to)
  }
}

function succeeded({ status, text }: Ran): void {
  assert.equal(status, 0, text)
}
