// /api/v1/me compared with a bare route that sends the same bytes and headers.
import { overBareRoute } from './bare-route.ts'
import { KEY, startServiceChild } from './child.ts'
import type { Result } from './side-by-side.ts'

export async function benchMe(dataDir: string): Promise<Result> {
  const service = await startServiceChild(dataDir, { RATE_LIMIT_PER_MINUTE: '10000000' })
  try {
    return await overBareRoute({
      name: 'GET /api/v1/me over a bare route',
      url: `${service.ready.url}/api/v1/me`,
      sends: { authorization: `Bearer ${KEY}` },
      requests: 8_000,
      atLeast: 0.5,
    })
  } finally {
    await service.stop()
  }
}
