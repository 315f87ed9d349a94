// A bounded load of GET requests over keep-alive connections, from this process to a server on loopback.
import { Pool } from 'undici'

const CONNECTIONS = 16

/** Requests per second. Fails on any answer but 200. */
export async function getsPerSecond(
  url: string,
  headers: Record<string, string>,
  total: number,
): Promise<number> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  let sent = 0
  const client = async () => {
    while (sent < total) {
      sent++
      const { statusCode, body } = await pool.request({ method: 'GET', path: pathname, headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return total / seconds
}
