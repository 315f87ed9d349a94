// A real PgBouncer between a service and its database, if the machine has one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectFile } from '../../house/project-files.ts'
import { temporaryFolder } from '../data-dir.ts'
import { freePort } from '../free-port.ts'

export interface Pooler {
  url: string
  stop(): Promise<void>
}

interface Behind {
  /** The folder of the server's socket, or its address. */
  host: string
  port?: number
  user: string
  database: string
}

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)

const NOBODY = { uid: 65_534, gid: 65_534 }

/** Why a test is skipped, or false. */
export const NO_POOLER: string | false = PROGRAM === undefined && 'there is no PgBouncer on this machine'

export async function startPooler(
  { host, port: behind = 5432, user, database }: Behind,
  settings: Record<string, string | number> = {},
): Promise<Pooler> {
  const program = PROGRAM ?? 'pgbouncer'
  const port = await freePort()
  const all = {
    ...recipeOfPooler(),
    listen_port: port,
    unix_socket_dir: '',
    // The suite's roles have no passwords.
    auth_type: 'any',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const file = join(temporaryFolder(), 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${host} port=${behind} dbname=${database} user=${user}`,
      '[pgbouncer]',
      ...lines,
      '',
    ].join('\n'),
  )
  // PgBouncer refuses to run as root, and its user must have access to the folder of the socket.
  const { uid, gid } = host.startsWith('/') ? statSync(host) : NOBODY
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
  const child = spawn(program, [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
  await untilUp(child)
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The settings of deploy/postgres/, but for what depends on passwords. */
function recipeOfPooler(): Record<string, string> {
  const lines = projectFile('deploy/postgres/pgbouncer.ini').split('[pgbouncer]')[1]?.split('\n') ?? []
  const settings = lines.flatMap((line) => {
    const [, name, value] = /^(\w+) = (.+)$/.exec(line) ?? []
    return name === undefined || name === 'auth_file' ? [] : [[name, value]]
  })
  return Object.fromEntries(settings)
}

async function untilUp(child: ChildProcess): Promise<void> {
  const lines: string[] = []
  if (child.stderr === null) throw new Error('PgBouncer has no output')
  const stderr = createInterface(child.stderr)
  await new Promise<void>((resolve, reject) => {
    stderr.on('line', (line) => {
      lines.push(line)
      if (/process up/.test(line)) resolve()
    })
    child.once('exit', () => reject(new Error(`PgBouncer ended: ${lines.join('\n')}`)))
  })
}
