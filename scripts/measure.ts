// `npm run measure`: the size of a checkout as one table. `--repo DIR` measures another checkout,
// `--installed` adds the size of its production dependencies, `--memory` the memory of its idle service
// (Linux only), `--time` the seconds of its tests and of its `.ci/run`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string', default: '.' },
    installed: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    time: { type: 'boolean', default: false },
  },
})
const REPO = resolve(options.repo)
const MIB = 2 ** 20
const IDLE_SECONDS = 10

const rows: [what: string, value: string][] = []
const add = (what: string, value: string) => rows.push([what, value])

addLines()
addDependencies()
if (options.installed) add('installed production dependencies', `${installedMegabytes()} MiB`)
if (options.time) for (const command of ['npm test', 'bash .ci/run']) add(command, secondsOf(command))
if (options.memory) for (const processes of [1, 2]) await addMemory(processes)

const width = Math.max(...rows.map(([what]) => what.length))
for (const [what, value] of rows) process.stdout.write(`${what.padEnd(width)}  ${value}\n`)

/** Tracked lines and files by folder; tests beside the code are counted apart. */
function addLines(): void {
  const paths = execFileSync('git', ['ls-files'], { cwd: REPO, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(REPO, path)))
  const code = paths
    .filter((path) =>
      /^(?:contract|server|panel|sdk|test|bench|scripts|bin)\/.*\.(?:[cm]?[jt]sx?|css|sql)$/.test(path),
    )
    .map((path) => ({ path, lines: read(path).split('\n').length - 1, isTest: isTest(path) }))
  for (const folder of new Set(code.map(({ path }) => folderOf(path)).toSorted())) {
    const inside = code.filter(({ path }) => folderOf(path) === folder)
    add(folder, counted(inside.filter((file) => !file.isTest || /^(?:test|bench)\b/.test(folder))))
  }
  add('all of server/', counted(code.filter(({ path, isTest }) => path.startsWith('server/') && !isTest)))
  add('all code but tests', counted(code.filter((file) => !file.isTest)))
  add('all tests', counted(code.filter((file) => file.isTest)))
  add(
    'of them beside the code',
    counted(code.filter(({ path, isTest }) => isTest && !/^(?:test|bench)\//.test(path))),
  )
  const lengths = code
    .filter(({ path, isTest }) => /^server\/.*\.ts$/.test(path) && !isTest)
    .map(({ lines }) => lines)
    .toSorted((a, b) => a - b)
  add('length of server files, median', `${quantile(lengths, 0.5)} lines`)
  add('length of server files, 90th percentile', `${quantile(lengths, 0.9)} lines`)
  const documents = paths.filter((path) => /^(?:docs\/.*|[^/]*)\.md$/.test(path) && path !== 'CHANGELOG.md')
  const words = documents.reduce((sum, path) => sum + read(path).split(/\s+/).length, 0)
  add('docs', `${count(words)} words in ${documents.length} files`)
}

function addDependencies(): void {
  const manifest = JSON.parse(read('package.json'))
  const lock: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
    read('package-lock.json'),
  )
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies']
  for (const group of groups) add(group, String(Object.keys(manifest[group] ?? {}).length))
  const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  add('locked production packages, all platforms', String(production.length))
}

/** Its output is shown if it fails. */
function secondsOf(command: string): string {
  const start = performance.now()
  execFileSync('sh', ['-c', command], { cwd: REPO, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] })
  return `${Math.round((performance.now() - start) / 1_000)} s`
}

/** The size of `npm ci --omit=dev` on this platform. */
function installedMegabytes(): number {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-measure-'))
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(REPO, name))) copyFileSync(join(REPO, name), join(folder, name))
    execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const kilobytes = execFileSync('du', ['-sk', 'node_modules'], { cwd: folder, encoding: 'utf8' })
    return Math.round((Number.parseInt(kilobytes, 10) * 1024) / MIB)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every process of the service but PostgreSQL, once their set is stable. */
async function addMemory(processes: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'embarque-measure-'))
  // The embedded PostgreSQL of a service that root starts runs as another user.
  chmodSync(dataDir, 0o755)
  const service = spawn(join(REPO, 'node_modules/.bin/node'), ['bin/embarque.mjs', 'start'], {
    cwd: REPO,
    env: { ...process.env, PORT: '0', DATA_DIR: join(dataDir, 'data'), PROCESSES: String(processes) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await fetch(`${await untilReady(service)}/painel`)
    const pids = await untilSettled(service)
    const used = pids.map((pid) => ({ rss: memoryOf(pid, 'Rss'), pss: memoryOf(pid, 'Pss') }))
    const sum = (name: 'rss' | 'pss') => Math.round(used.reduce((all, one) => all + one[name], 0) / MIB)
    const each = used.map(({ rss, pss }) => `${Math.round(rss / MIB)}/${Math.round(pss / MIB)}`).join(', ')
    add(
      `memory at rest, PROCESSES=${processes}`,
      `RSS ${sum('rss')} MiB, PSS ${sum('pss')} MiB (of each: ${each})`,
    )
  } finally {
    service.kill('SIGTERM')
    if (service.exitCode === null) await once(service, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The service logs its address once it listens. */
async function untilReady(service: ChildProcess): Promise<string> {
  const said: string[] = []
  const lines = createInterface({ input: service.stdout ?? process.stdin })
  return new Promise((ready, failed) => {
    lines.on('line', (line) => {
      said.push(line)
      const [address] = /https?:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (address !== undefined) ready(address)
    })
    lines.on('close', () => failed(new Error(`the service did not start:\n${said.join('\n')}`)))
  })
}

/** The first start builds the panel in a separate process, which must have ended. */
async function untilSettled(service: ChildProcess): Promise<number[]> {
  let pids: number[] = []
  for (let unchanged = 0; unchanged < IDLE_SECONDS; unchanged++) {
    await wait(1000)
    const now = processesBelow(service.pid ?? 0)
    if (now.join() !== pids.join()) unchanged = 0
    pids = now
  }
  return pids
}

function processesBelow(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, name = '', parent = ''] =
          /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return name === 'postgres' ? [] : [{ pid: Number(pid), parent: Number(parent) }]
      } catch {
        return [] // It ended meanwhile.
      }
    })
  const below = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ]
  return below(root).toSorted((a, b) => a - b)
}

/** In bytes. */
function memoryOf(pid: number, name: 'Rss' | 'Pss'): number {
  const [, kilobytes = '0'] =
    new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function read(path: string): string {
  return readFileSync(join(REPO, path), 'utf8')
}

function isTest(path: string): boolean {
  return /^(?:test|bench)\/|\.test\.tsx?$|\/test-support\.ts$/.test(path)
}

/** Two levels of `server/` and `test/`, one of the others. */
function folderOf(path: string): string {
  const [area = '', below = '', more] = path.split('/')
  return /^(?:server|test)$/.test(area) && more !== undefined ? `${area}/${below}` : area
}

function counted(files: readonly { lines: number }[]): string {
  return `${count(files.reduce((sum, { lines }) => sum + lines, 0))} lines in ${count(files.length)} files`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0
}
