// Seconds from `npm start` until GET /api/v1/health is 200, polled every 10 ms, and idle memory after the second
// start. The first start creates and migrates the database; the later one uses the same folder. Memory of the
// service is that of its one process; that of the database is shared memory once, and the private memory of all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'

const PORT = 39517
export const LOOK_EVERY_MS = 10
/** On a busy machine the first start takes a minute. */
const HEALTHY_WITHIN_MS = 150_000

export interface StartFigures {
  firstSeconds: number
  laterSeconds: number
  serviceMegabytes: number
  databaseMegabytes: number
}

export async function benchStart(dataDir: string): Promise<StartFigures> {
  const first = await startOnce(dataDir)
  const later = await startOnce(dataDir)
  return { firstSeconds: first.seconds, laterSeconds: later.seconds, ...later.memory }
}

async function startOnce(dataDir: string) {
  const start = performance.now()
  const { pid, stop } = await startCommand(dataDir, { LOG_LEVEL: 'silent' })
  const seconds = (performance.now() - start) / 1000
  const memory = { serviceMegabytes: residentOf(pid), databaseMegabytes: residentOfDatabase(dataDir) }
  await stop()
  return { seconds, memory }
}

/** The operators' command, until it is healthy. */
export async function startCommand(dataDir: string, settings: Record<string, string>, port = PORT) {
  const url = `http://127.0.0.1:${port}`
  const entry = fileURLToPath(new URL('../bin/embarque.mjs', import.meta.url))
  const child = spawn(process.execPath, [entry, 'start'], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: String(port), ...settings },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const until = performance.now() + HEALTHY_WITHIN_MS
  while (!(await isHealthy(url))) {
    const isLate = performance.now() > until
    if (isLate) await stop()
    if (isLate || child.exitCode !== null) throw new Error('the service did not become healthy')
    await pause(LOOK_EVERY_MS)
  }
  return { url, pid: child.pid ?? 0, stop }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${url}/api/v1/health`)
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}

function residentOf(pid: number, field = 'VmRSS'): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return line === null ? 0 : Number(line[1]) / 1024
}

/** Private memory of the server's processes; shared memory is counted once, for the first process. */
function residentOfDatabase(dataDir: string): number {
  const postmaster = Number(readFileSync(`${dataDir}/pg/postmaster.pid`, 'utf8').split('\n')[0])
  const children = childrenOf(postmaster)
  return children.reduce((sum, pid) => sum + residentOf(pid, 'RssAnon'), residentOf(postmaster))
}

/** The process ids of this one's children. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
