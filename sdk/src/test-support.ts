// A client with a fake clock, so that no test waits.
import { createClient, type Embarque } from './client.ts'
import type { ClientOptions } from './options.ts'
import type { System } from './system.ts'

export const NOW_MS = Date.parse('2026-11-15T12:00:00Z')

export interface Tried {
  client: Embarque
  /** The delays before each retry. */
  waits: number[]
  /** Lets the running attempt time out. */
  expire(): void
}

/** Chance is always 0.5: a first wait is 375 ms. */
export function triedClient(baseUrl: string, options: Partial<ClientOptions> = {}): Tried {
  const waits: number[] = []
  const limits = new Set<() => void>()
  const system: System = {
    nowMs: () => NOW_MS,
    async wait(ms, signal) {
      waits.push(ms)
      signal?.throwIfAborted()
    },
    after(_ms, run) {
      limits.add(run)
      return () => limits.delete(run)
    },
    chance: () => 0.5,
  }
  return {
    client: createClient({ apiKey: 'sk_test_1', baseUrl, ...options }, system),
    waits,
    expire() {
      for (const run of limits) run()
    },
  }
}
