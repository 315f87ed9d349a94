// A newcomer's path, timed: a clean clone, the two commands of the README, the first ticket by `npm run demo`, the
// first verified webhook by `npx embarque listen`, and the first call of the SDK in a fresh project, each by the
// commands that the guides print. Says at its end how many seconds each step took.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { projectFile } from '../house/project-files.ts'
import { freePort } from '../support/free-port.ts'
import { type OpenTerminal, openTerminal } from './terminal.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'embarque-newcomer-'))
const home = join(folder, 'embarque')
const port = String(await freePort())
const hookPort = String(await freePort())
/** As a newcomer's terminal: nothing of ours is set. */
const env: Record<string, string> = { PATH: ownPath(), HOME: folder, PORT: port, LANG: 'en_US.UTF-8' }
const seconds: [step: string, took: number][] = []
const terminals: OpenTerminal[] = []

after(async () => {
  for (const terminal of terminals.toReversed()) await terminal.close()
  rmSync(folder, { recursive: true, force: true })
  const width = Math.max(0, ...seconds.map(([step]) => step.length))
  const rows = seconds.map(([step, took]) => `${step.padEnd(width)}  ${took.toFixed(1)} s`)
  process.stdout.write(`${rows.join('\n')}\n`)
})

/** Only what a machine has by itself: the packages must bring the rest. */
function ownPath(): string {
  const own = join(PROJECT_DIR, 'node_modules')
  return (process.env.PATH ?? '')
    .split(':')
    .filter((place) => !place.startsWith(own))
    .join(':')
}

async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  seconds.push([step, (performance.now() - begun) / 1_000])
  return result
}

/** A line that a document tells to type; the ports are ours, as others may be taken here. */
function printed(document: string, line: string): string {
  assert.ok(projectFile(document).split('\n').includes(line), `${document} does not print "${line}"`)
  return line.replace(':3000', `:${port}`).replace(':8080', `:${hookPort}`)
}

/** Types a command and waits for its end. */
async function type(command: string, cwd = home): Promise<string> {
  const { stdout } = await run('sh', ['-c', command], { cwd, env, maxBuffer: 64 * 1_048_576 })
  return stdout
}

function open(command: string, cwd = home, settings: Record<string, string> = {}): OpenTerminal {
  const terminal = openTerminal(command, cwd, { ...env, ...settings })
  terminals.push(terminal)
  return terminal
}

/** A program that a document prints, by the name in its first line. */
function program(document: string, name: string): string {
  const [, text] = projectFile(document).split(`\`\`\`js\n// ${name}\n`)
  return text?.split('\n```\n')[0] ?? assert.fail(`${document} has no ${name}`)
}

let service: OpenTerminal

test('clean clone to packages', async () => {
  await timed('git clone', () => run('git', ['clone', '--quiet', '--no-hardlinks', PROJECT_DIR, home]))
  const [install = ''] = printed('README.md', 'npm ci && npm start').split(' && ')
  await timed('npm ci', () => type(install))
})

test('packages to a service that answers', async () => {
  await timed('npm start, to its banner', async () => {
    service = open('exec npm start')
    const [, key = ''] = /(sk_test_\w+)/.exec(await service.saying('Test key')) ?? []
    env.TEST = key
  })
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status, 200)
})

test('a service that answers to the first ticket and a paid invoice, twice', async () => {
  const demo = printed('README.md', 'npm run demo')
  const output = await timed('npm run demo', () => type(demo))
  assert.match(output, /The booking is "ticketed"\. Ticket \d{13}\./)
  assert.match(output, /is "paid"/)
  await timed('npm run demo, again', () => type(demo))
})

test('the documents are there, and so is the panel once it was built', async () => {
  const docs = await fetch(`http://127.0.0.1:${port}/docs/quickstart`)
  assert.equal(docs.status, 200)
  await timed('npm start, to the panel, after all that', () => service.saying('the panel was built'))
  assert.equal((await fetch(`http://127.0.0.1:${port}/painel`)).status, 200)
})

test('the first verified webhook, by listen', async () => {
  const guide = 'docs/webhooks.md'
  const hook = join(folder, 'hook')
  mkdirSync(hook)
  await timed('npx embarque listen, to the first verified webhook', async () => {
    await type(printed(guide, 'npx embarque login --url http://127.0.0.1:3000 --key $TEST'))
    const listening = open(printed(guide, 'npx embarque listen --forward-to http://127.0.0.1:8080/'))
    const secret = (await listening.saying('Signing secret: ')).replace('Signing secret: ', '')
    writeFileSync(join(hook, 'receive-plain.mjs'), program(guide, 'receive-plain.mjs'))
    const start = printed(guide, 'WEBHOOK_SECRET=whsec_... node receive-plain.mjs')
    const receiver = open(start.replace('whsec_...', secret), hook, { PORT: hookPort })
    await receiver.saying(`listening on ${hookPort}`)
    const emitted = await type(printed(guide, 'npx embarque trigger booking.ticketed'))
    const [id = ''] = /evt_\w+/.exec(emitted) ?? []
    assert.equal(await receiver.saying('received'), `received booking.ticketed ${id}`)
    assert.match(await listening.saying(id), /^\d\d:\d\d:\d\d {2}204 {2}\d+ ms {2}booking\.ticketed /)
  })
})

test('the first call of the SDK, in a fresh project', async () => {
  const guide = 'docs/sdk.md'
  const shop = join(folder, 'shop')
  await timed('SDK, from building it to a ticket in a fresh project', async () => {
    await type(printed(guide, 'npm run sdk:build && npm pack ./sdk'))
    await type(printed(guide, 'mkdir ../shop && cd ../shop && npm init -y'))
    await type(printed(guide, 'npm install ../embarque/embarque-sdk-1.0.0.tgz'), shop)
    writeFileSync(join(shop, 'first-calls.mjs'), program(guide, 'first-calls.mjs'))
    const settings = [
      printed(guide, 'export EMBARQUE_URL=http://127.0.0.1:3000'),
      printed(guide, 'export EMBARQUE_API_KEY=sk_test_...').replace('sk_test_...', '$TEST'),
    ]
    const output = await type([...settings, printed(guide, 'node first-calls.mjs')].join(' && '), shop)
    assert.match(output, /^\w{6} is ticketed\n$/)
  })
})
