/** Helpers for tests of the embedded database: inspecting its server, and services in separate processes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { COMPILE_CACHE } from '../../../../test/support/compile-cache.ts'
import { PROJECT_DIR } from '../../process/project.ts'
import { defaultDataDir } from './data-folder.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

export const isRoot = process.getuid?.() === 0

const WAIT_MAX_MS = 60_000

export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MAX_MS
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain: ${what}`)
    await wait(10)
  }
}

export async function query(server: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<unknown[][]> {
  const client = new pg.Client(server.connection)
  // Some tests kill the server under their sessions.
  client.on('error', () => {})
  await client.connect()
  try {
    const result = await client.query({ text: sql, rowMode: 'array' })
    return result.rows as unknown[][]
  } finally {
    await client.end()
  }
}

export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

/** Linux has no `ps` everywhere, and nothing else has /proc. */
export function isZombie(pid: number): boolean {
  if (process.platform === 'linux') return /\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z')
}

/** Every process of a server works in its cluster's folder. Linux only. */
export function processesIn(dataDir: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)
    } catch {
      return false
    }
  })
}

export interface ServiceProcess {
  child: ChildProcess
  /** The error's message, or undefined if it started. */
  failure: Promise<string | undefined>
  /** Whether it created the database. */
  created(): Promise<boolean>
  kill(): Promise<void>
  stop(): Promise<void>
}

/** An environment that would mislead both pg and the server, if it were used. */
const HOSTILE = {
  PGPORT: '9',
  PGSSLMODE: 'require',
  PGDATA: '/nowhere',
  LC_ALL: 'xx_XX.UTF-8',
  TZ: 'Nowhere/None',
}

/** A service in its own process: it can be killed, which a test cannot do to itself. */
export function spawnService(dataDir: string, identity: { uid?: number; gid?: number } = {}): ServiceProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVICE, dataDir], {
    ...identity,
    cwd: '/',
    env: { ...HOSTILE, NODE_COMPILE_CACHE: compiledFor(identity.uid) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const said = once(createInterface(child.stdout!), 'line').then(([line]) => {
    return JSON.parse(line) as { failure?: string; created?: true }
  })
  return {
    child,
    failure: said.then(({ failure }) => failure),
    created: async () => (await said).created === true,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.stdin?.end()
      await exited
    },
  }
}

/** Another user gets its own folder, because it can neither read nor write ours. */
function compiledFor(uid: number | undefined): string {
  if (uid === undefined) return COMPILE_CACHE
  const folder = `${COMPILE_CACHE}-of-${uid}`
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, uid)
  return folder
}

const SERVICE = `
import { startEmbeddedPostgres } from '${new URL('./start-embedded-postgres.ts', import.meta.url).href}'
try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[1], fsync: false })
  console.log(JSON.stringify({ created: server.created }))
  process.stdin.once('data', () => process.exit(7))
  process.stdin.once('end', () => server.stop())
} catch (error) {
  console.log(JSON.stringify({ failure: error.message }))
  process.stdin.destroy()
}
`

/** Why another user cannot run anything here: the project's folder is closed. False if it is open. */
export const closedToOthers: string | false =
  defaultDataDir(PROJECT_DIR) !== join(realpathSync(PROJECT_DIR), '.data') &&
  'the project is closed to other users'
