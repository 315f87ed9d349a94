// /api/v1/me against a bare route that sends the same bytes and headers.
import { request } from 'undici'
import { KEY, startChild, startServiceChild } from './child.ts'
import { getsPerSecond } from './load.ts'
import { type Result, sideBySide } from './side-by-side.ts'

const REQUESTS = 8_000
// Written by the server itself, whatever the route says.
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'content-length']

export async function benchMe(dataDir: string): Promise<Result> {
  const service = await startServiceChild(dataDir, { RATE_LIMIT_PER_MINUTE: '10000000' })
  const authorization = { authorization: `Bearer ${KEY}` }
  const url = `${service.ready.url}/api/v1/me`
  const sample = await request(url, { headers: authorization })
  const headers = Object.fromEntries(
    Object.entries(sample.headers).filter(([name]) => !OWN_HEADERS.includes(name)),
  )
  const bare = await startChild<{ url: string }>('./bare-route-process.ts', {}, [
    JSON.stringify({ body: await sample.body.text(), headers }),
  ])
  try {
    return await sideBySide({
      name: 'GET /api/v1/me over a bare route',
      ours: () => getsPerSecond(url, authorization, REQUESTS),
      bare: () => getsPerSecond(`${bare.ready.url}/`, authorization, REQUESTS),
      atLeast: 0.5,
    })
  } finally {
    await bare.stop()
    await service.stop()
  }
}
