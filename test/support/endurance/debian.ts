// PostgreSQL, Patroni, etcd, HAProxy and pgBackRest as Debian packages them, with the recipes of deploy/postgres/.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { projectFile } from '../../house/project-files.ts'
import { temporaryFolder } from '../data-dir.ts'

const LIBRARY = '/usr/lib/postgresql'
const [VERSION = ''] = existsSync(LIBRARY) ? readdirSync(LIBRARY).toSorted().reverse() : []

/** The programs of PostgreSQL itself. */
export const POSTGRES_BIN: string = join(LIBRARY, VERSION, 'bin')

const PROGRAMS = {
  PostgreSQL: join(POSTGRES_BIN, 'postgres'),
  Patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  HAProxy: '/usr/sbin/haproxy',
  pgBackRest: '/usr/bin/pgbackrest',
} as const

/** Why a test is skipped, or false. */
export function without(...names: (keyof typeof PROGRAMS)[]): string | false {
  const missing = names.filter((name) => !existsSync(PROGRAMS[name]))
  return missing.length > 0 && `${missing.join(', ')} of Debian is not installed on this machine`
}

export const programOf = (name: keyof typeof PROGRAMS): string => PROGRAMS[name]

/** PostgreSQL refuses to run as root. */
const account: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return 65_534
  }
}

/** A folder that belongs to the user of the database. */
export function folderOfPostgres(): string {
  const folder = temporaryFolder(mkdtempSync(join(tmpdir(), 'embarque-debian-')))
  handOver(folder)
  chmodSync(folder, 0o755)
  return folder
}

function handOver(path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
}

/** A recipe of deploy/postgres/ with each of the texts replaced, which all must occur. */
export function recipe(name: string, folder: string, replaced: Readonly<Record<string, string>>): string {
  let text = projectFile(`deploy/postgres/${name}`)
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`deploy/postgres/${name} does not say "${from}"`)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, name)
  writeFileSync(file, text)
  handOver(file)
  chmodSync(file, 0o600)
  return file
}

export interface Daemon {
  readonly child: ChildProcess
  output(): string
  kill(): Promise<void>
}

/** Runs until the end of the test file. */
export function startDaemon(program: string, args: readonly string[], options: SpawnOptions = {}): Daemon {
  const child = spawn(program, args, {
    ...account,
    env: { PATH: `${POSTGRES_BIN}:/usr/bin:/bin`, HOME: folderOfPostgres(), LC_ALL: 'C' },
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').catch(() => {})
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr]) output?.on('data', (text) => lines.push(String(text)))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  after(kill)
  return { child, output: () => lines.join(''), kill }
}

/** Throws if it fails. */
export function runAsPostgres(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(program, args, {
    ...account,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: `${POSTGRES_BIN}:/usr/bin:/bin`, ...env },
  })
}
