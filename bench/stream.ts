// Thousands of open event streams of twenty teams: memory, processor time while nothing happens, and the latency of
// an event that another process stores.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { emitSample } from '../server/features/sandbox/samples.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { scopeOf, type World } from '../server/features/world.ts'
import type { Scope } from '../server/kernel/outbox/transaction.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { startServiceChild } from './child.ts'

const LISTENERS = 2_000
const TEAMS = 20
const EVENTS = 200
const IDLE_MS = 10_000
/** Of /proc/PID/stat. */
const TICKS_PER_SECOND = 100

export interface StreamFigures {
  megabytes: number
  /** Of one processor, while nothing happens. */
  idlePercent: number
  /** Until listeners at another process have it. */
  milliseconds: { median: number; p99: number }
}

export async function benchStream(dataDir: string): Promise<StreamFigures> {
  const limits = { CONNECTIONS_PER_ADDRESS: '0', STREAMS_PER_TEAM: String(4 * LISTENERS) }
  const service = await startServiceChild(dataDir, { ...limits, RATE_LIMIT_PER_MINUTE: '0' })
  const log = makeLog({ level: 'error' })
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), log, { share: true })
  const listeners: Listener[] = []
  try {
    const teams: Team[] = []
    for (let n = 0; n < TEAMS; n++) {
      const { team, secrets } = await createTeam(world, { name: 'Bench', email: 'bench@example.com' })
      teams.push({ key: secrets.test, scope: await scopeOf(world, { teamId: team.id, mode: 'test' }) })
    }
    const pid = service.process.pid ?? 0
    // Warms up everything that is created once.
    const warm = await Promise.all(teams.map((team) => listenTo(service.ready.url, team)))
    await measure(world, teams, warm)
    for (const { socket } of warm) socket.destroy()
    await pause(1_000)
    const before = residentOf(pid)
    for (let n = 0; n < LISTENERS / TEAMS; n++)
      listeners.push(...(await Promise.all(teams.map((team) => listenTo(service.ready.url, team)))))
    await pause(2_000)
    const megabytes = residentOf(pid) - before
    const busy = processorSecondsOf(pid)
    await pause(IDLE_MS)
    const idlePercent = ((processorSecondsOf(pid) - busy) / (IDLE_MS / 1_000)) * 100
    const times = await measure(world, teams, listeners)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    return { megabytes, idlePercent, milliseconds: { median: at(0.5), p99: at(0.99) } }
  } finally {
    for (const { socket } of listeners) socket.destroy()
    await close()
    await service.stop()
  }
}

export function reportStream({ megabytes, idlePercent, milliseconds }: StreamFigures): string {
  const cost = `${megabytes.toFixed(0)} MB (below 100), ${idlePercent.toFixed(1)}% of a processor while idle`
  const { median, p99 } = milliseconds
  const times = `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (below 100)`
  return `2,000 open event streams: ${cost}; an event of another process reaches them in ${times}`
}

interface Team {
  key: string
  scope: Scope
}

interface Listener {
  socket: Socket
  team: Team
  heardMs: number
}

/** A raw socket: the listener must cost less than the server. */
async function listenTo(url: string, team: Team): Promise<Listener> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const listener = { socket, team, heardMs: 0 }
  socket.write(`GET /api/v1/stream HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${team.key}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(String(first))
  socket.on('data', (chunk) => {
    if (chunk.includes('event: ')) listener.heardMs = performance.now()
  })
  return listener
}

/** Sorted: for every event, the time from before it is stored until each listener of its team has it. */
async function measure(world: World, teams: Team[], listeners: Listener[]): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < EVENTS; n++) {
    const team = teams[n % teams.length]
    const ours = listeners.filter((one) => one.team === team)
    for (const one of ours) one.heardMs = 0
    const start = performance.now()
    if (team !== undefined) await emitSample(world, team.scope, 'wallet.credit')
    while (ours.some(({ heardMs }) => heardMs === 0)) await pause(1)
    times.push(...ours.map(({ heardMs }) => heardMs - start))
  }
  return times.toSorted((a, b) => a - b)
}

function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
