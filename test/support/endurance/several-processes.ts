// A service of several processes on an embedded database, started by its command.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { withClient } from '../../../server/kernel/db/db.ts'
import { findRunningServer } from '../../../server/kernel/db/embedded-postgres/leftover.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { eventually } from '../eventually.ts'

/** Four processes start, partly one after the other, on a machine that may be busy. */
export const START_MAX_MS = 300_000

export interface SeveralProcesses {
  readonly url: string
  readonly metricsUrl: string
  readonly pid: number
  /** Its JSON log. */
  lines(): Record<string, unknown>[]
  /** The numbers of processes with a heartbeat, by role; the parent reports how many it keeps. */
  processes(): Promise<{ api: number[]; worker: number[]; parent: string }>
  rows(sql: string): Promise<Record<string, unknown>[]>
  end: StartingProcesses['end']
}

export interface StartingProcesses {
  readonly child: ChildProcess
  /** Everything that it has printed. */
  text(): string
  /** The exit code; null if a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Returns before the process has started. */
export function spawnSeveral(dataDir: string, settings: Record<string, string>): StartingProcesses {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['bin/embarque.mjs', 'start'], {
    env: {
      PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
      HEAVY_THREADS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const ended = once(child, 'exit')
  return {
    child,
    text: () => text,
    async end(signal) {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

export async function startSeveral(
  dataDir: string,
  settings: Record<string, string>,
): Promise<SeveralProcesses> {
  const { child, text, end } = spawnSeveral(dataDir, settings)
  const found = (pattern: RegExp) => {
    const found = () => {
      if (child.exitCode !== null) throw new Error(`the service exited during its start: ${text()}`)
      return pattern.exec(text())?.[1]
    }
    return eventually(`${pattern} is logged`, found, START_MAX_MS)
  }
  const metricsUrl = await found(/Metrics +(http\S+)/)
  const url = await found(/API +(http\S+)\/api\/v1/)

  const rows = async (sql: string) => {
    const server = await findRunningServer(dataDir)
    if (server === null) throw new Error('the database does not run')
    return withClient(server.connection, async (client) => (await client.query(sql)).rows)
  }
  return {
    url,
    metricsUrl,
    pid: child.pid ?? 0,
    rows,
    lines: () =>
      text()
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
    async processes() {
      const alive = await rows(
        `select description from processes where beat_at > now() - interval '10 seconds'`,
      )
      const descriptions = alive.map(({ description }) => String(description))
      const numbersOf = (role: string) =>
        descriptions.flatMap((known) => (known.startsWith(`${role} `) ? [Number(known.split(' ')[1])] : []))
      const parent = descriptions.find((known) => known.startsWith('parent ')) ?? ''
      return { api: numbersOf('api'), worker: numbersOf('worker'), parent: parent.split(' ')[3] ?? '' }
    },
    end,
  }
}
