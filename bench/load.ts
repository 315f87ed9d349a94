// A load of GET requests over keep-alive connections, from this process to a server on loopback.
import { Pool } from 'undici'
import { stopwatch } from './stopwatch.ts'

const CONNECTIONS = 16

/** Requests per second. Fails on any status but 200. */
export async function getsPerSecond(
  url: string,
  headers: Record<string, string>,
  total: number,
): Promise<number> {
  const stop = stopwatch()
  await gets(url, headers, { count: total, seconds: Number.POSITIVE_INFINITY })
  return stop(total)
}

export interface Load {
  count: number
  seconds: number
}

/** So many requests, or as many as complete within so many seconds. */
export async function gets(url: string, headers: Record<string, string>, most: Load): Promise<Load> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const start = performance.now()
  const secondsSince = () => (performance.now() - start) / 1000
  let count = 0
  const client = async () => {
    while (count < most.count && secondsSince() < most.seconds) {
      count++
      const { statusCode, body } = await pool.request({ method: 'GET', path: pathname, headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, client))
    return { count, seconds: secondsSince() }
  } finally {
    await pool.destroy()
  }
}
