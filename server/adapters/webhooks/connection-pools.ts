// Keeps connections to many hosts for reuse, and bounded: in number per host, in hosts, and in the time they idle.
// Each team has its own: what one team's requests wait for is no concern of another's.
import { Pool } from 'undici'
import type { Connect } from './guarded-connection.ts'

export interface Pools {
  poolOf(origin: string, team: string): Pool
  /** How much of a time (by performance.now) passed with the last look-up of the name for this pool's connections. */
  lookUpMs(pool: Pool, from: number, to: number): number
  /** Waits for what is on its way. */
  close(): Promise<void>
}

interface LookUp {
  running: number
  begin: number
  end: number
}

const LIMITS = {
  connections: 16,
  origins: 256,
  // Shorter than servers usually keep a connection, or we would write into one that is just being closed.
  idleMs: 4_000,
  // Where a server says how long it keeps them, that counts instead, up to here: it is our memory.
  idleMaxMs: 30_000,
}

export function makePools(connect: Connect, limits: Partial<typeof LIMITS> = {}): Pools {
  const { connections, origins, idleMs, idleMaxMs } = { ...LIMITS, ...limits }
  // In order of their last use.
  const pools = new Map<string, Pool>()
  const closing = new Set<Promise<void>>()
  const lookUps = new WeakMap<Pool, LookUp>()

  function makeFor(key: string, origin: string, team: string): Pool {
    const lookUp: LookUp = { running: 0, begin: 0, end: 0 }
    const lookUpEnded = () => {
      lookUp.running--
      lookUp.end = performance.now()
    }
    const pool = new Pool(origin, {
      connections,
      connect: ({ hostname, port, protocol }, connected) => {
        if (lookUp.running++ === 0) lookUp.begin = performance.now()
        const to = { hostname, port, team, isPlain: protocol === 'http:', lookUpEnded }
        connect(to, connected as Parameters<Connect>[1])
      },
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMaxMs,
      // These bound parts of an exchange; each exchange is bounded as a whole.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    lookUps.set(pool, lookUp)
    const dropIfUnused = () => {
      const { connected, size } = pool.stats
      if (connected === 0 && size === 0) drop(key, pool)
    }
    return pool.on('disconnect', dropIfUnused).on('connectionError', dropIfUnused)
  }

  function drop(key: string, pool: Pool): void {
    if (pools.get(key) !== pool) return
    pools.delete(key)
    const closed = pool.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }

  return {
    poolOf(origin, team) {
      const key = `${team} ${origin}`
      const pool = pools.get(key) ?? makeFor(key, origin, team)
      pools.delete(key)
      pools.set(key, pool)
      if (pools.size > origins) drop(...(pools.entries().next().value as [string, Pool]))
      return pool
    },
    lookUpMs(pool, from, to) {
      const { running = 0, begin = 0, end = 0 } = lookUps.get(pool) ?? {}
      return Math.max(0, Math.min(to, running > 0 ? to : end) - Math.max(from, begin))
    },
    async close() {
      for (const [key, pool] of pools) drop(key, pool)
      await Promise.all(closing)
    },
  }
}
