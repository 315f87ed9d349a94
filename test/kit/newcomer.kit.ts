// A newcomer's path, timed: a clean clone, the two commands of the README, and the first ticket by `npm run demo`, each
// as it is printed. Says at its end how many seconds each step took.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { PROJECT_DIR } from '../../server/base/process/project.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'embarque-newcomer-'))
const home = join(folder, 'embarque')
const port = await freePort()
/** As a newcomer's terminal: nothing of ours is set. */
const env = { PATH: ownPath(), HOME: folder, PORT: String(port), LANG: 'en_US.UTF-8' }
const seconds: [step: string, took: number][] = []
let service: ChildProcess | undefined
let lines: Interface | undefined
const said: string[] = []

after(async () => {
  if (service?.exitCode === null) {
    service.kill('SIGTERM')
    await once(service, 'close')
  }
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  seconds.push([step, (performance.now() - begun) / 1_000])
  return result
}

/** A command of the README, by npm, in the clone. */
function npm(...args: string[]): Promise<string> {
  return run('npm', args, { cwd: home, env, maxBuffer: 64 * 1_048_576 }).then(({ stdout }) => stdout)
}

test('the README names the commands that are run here', () => {
  const readme = readFileSync(join(PROJECT_DIR, 'README.md'), 'utf8')
  assert.match(readme, /^npm ci && npm start\b/m)
  assert.match(readme, /^npm run demo$/m)
})

test('clean clone to packages', async () => {
  await timed('git clone', () => run('git', ['clone', '--quiet', '--no-hardlinks', PROJECT_DIR, home]))
  await timed('npm ci', () => npm('ci', '--no-audit', '--no-fund'))
})

/** Waits for a line of the service, however long it takes; an end without it is a failure. */
async function saying(words: string): Promise<void> {
  while (!said.some((line) => line.includes(words))) {
    const [line] = await Promise.race([
      once(lines ?? assert.fail(), 'line'),
      once(lines ?? assert.fail(), 'close'),
    ])
    assert.ok(typeof line === 'string', `it ended without "${words}":\n${said.join('\n')}`)
  }
}

test('packages to a service that answers', async () => {
  await timed('npm start, to its banner', async () => {
    service = spawn('npm', ['start'], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] })
    lines = createInterface(service.stdout ?? assert.fail())
    lines.on('line', (line) => said.push(line))
    await saying('Documentation')
  })
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status, 200)
})

test('a service that answers to the first ticket and a paid invoice, twice', async () => {
  const told = await timed('npm run demo', () => npm('run', 'demo'))
  assert.match(told, /The booking is "ticketed"\. Ticket \d{13}\./)
  assert.match(told, /is "paid"/)
  await timed('npm run demo, again', () => npm('run', 'demo'))
})

test('the documents are there, and so is the panel once it was built', async () => {
  const docs = await fetch(`http://127.0.0.1:${port}/docs/quickstart`)
  assert.equal(docs.status, 200)
  await timed('npm start, to the panel, after all that', () => saying('the panel was built'))
  assert.equal((await fetch(`http://127.0.0.1:${port}/painel`)).status, 200)
})

// The parts for the first verified webhook (`embarque listen`) and the first call of the SDK in a fresh project are
// added here with those: `timed('embarque listen, to the first verified webhook', ...)`, `timed('SDK, ...', ...)`.
