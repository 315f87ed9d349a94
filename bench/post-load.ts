// A load of POST requests over keep-alive connections, with the slowest times.
import { Pool } from 'undici'
import { stopwatch } from './stopwatch.ts'

export interface Load {
  url: string
  total: number
  bodyOf: () => string
  headers?: Record<string, string>
  /** Concurrent clients; 8 by default. */
  clients?: number
}

export interface LoadFigures {
  perSecond: number
  p99Ms: number
  lastText: string
  /** The size of the last response as sent. */
  lastBytes: number
}

/** Fails on any status but 200. */
export async function postMany({
  url,
  total,
  bodyOf,
  headers = {},
  clients = 8,
}: Load): Promise<LoadFigures> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: clients, pipelining: 1 })
  const times: number[] = []
  let sent = 0
  let last = Buffer.alloc(0)
  const client = async () => {
    while (sent < total) {
      sent++
      const start = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: pathname,
        headers: { ...headers, 'content-type': 'application/json' },
        body: bodyOf(),
      })
      if (sent >= total) last = Buffer.from(await body.arrayBuffer())
      else await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      times.push(performance.now() - start)
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${last.subarray(0, 500)}`)
    }
  }
  const stop = stopwatch()
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = stop(total)
  await pool.close()
  times.sort((a, b) => a - b)
  const p99Ms = times[Math.ceil(times.length * 0.99) - 1]!
  return { perSecond, p99Ms, lastText: last.toString(), lastBytes: last.length }
}
