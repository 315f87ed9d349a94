// Keeps connections to many hosts for reuse, and bounded: in number per host, in hosts, and in the time they idle.
import { Pool } from 'undici'
import type { Connect } from './guarded-connection.ts'

export interface Pools {
  poolOf(origin: string): Pool
  /** Waits for what is on its way. */
  close(): Promise<void>
}

export const CONNECTIONS_PER_ORIGIN = 16
const ORIGINS_MAX = 256
// Shorter than servers usually keep a connection, or we would write into one that is just being closed. Where a server
// says how long it does, that counts, up to a limit of ours: it is our memory.
const IDLE_MS = 4_000
const IDLE_MAX_MS = 30_000

export function makePools(connect: Connect, originsMax = ORIGINS_MAX): Pools {
  // In order of their last use.
  const pools = new Map<string, Pool>()
  const closing = new Set<Promise<void>>()

  function makeForOrigin(origin: string): Pool {
    const pool = new Pool(origin, {
      connections: CONNECTIONS_PER_ORIGIN,
      connect: (to, connected) => connect(to, connected as Parameters<Connect>[1]),
      allowH2: false,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MAX_MS,
      // These bound parts of an exchange; each exchange is bounded as a whole.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const dropIfUnused = () => {
      const { connected, size } = pool.stats
      if (connected === 0 && size === 0) drop(origin, pool)
    }
    return pool.on('disconnect', dropIfUnused).on('connectionError', dropIfUnused)
  }

  function drop(origin: string, pool: Pool): void {
    if (pools.get(origin) !== pool) return
    pools.delete(origin)
    const closed = pool.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }

  return {
    poolOf(origin) {
      const pool = pools.get(origin) ?? makeForOrigin(origin)
      pools.delete(origin)
      pools.set(origin, pool)
      if (pools.size > originsMax) drop(...(pools.entries().next().value as [string, Pool]))
      return pool
    },
    async close() {
      for (const [origin, pool] of pools) drop(origin, pool)
      await Promise.all(closing)
    },
  }
}
