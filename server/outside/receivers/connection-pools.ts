// Keeps connections to many hosts for reuse, and bounded: in number per host, in hosts, and in the time they idle.
import { Pool } from 'undici'
import type { Connect } from './guarded-connection.ts'

export interface Pools {
  poolOf(origin: string): Pool
  /** Waits for what is on its way. */
  close(): Promise<void>
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

  function makeForOrigin(origin: string): Pool {
    const pool = new Pool(origin, {
      connections,
      connect: (to, connected) => connect(to, connected as Parameters<Connect>[1]),
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMaxMs,
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
      if (pools.size > origins) drop(...(pools.entries().next().value as [string, Pool]))
      return pool
    },
    async close() {
      for (const [origin, pool] of pools) drop(origin, pool)
      await Promise.all(closing)
    },
  }
}
