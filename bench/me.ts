// GET /api/v1/me over 16 connections. Ours is the whole service without log output: key, rate limit, headers,
// envelope. The bare side is a Fastify route that sends the same bytes and headers as constants.
import { overBareRoute } from './bare-route.ts'
import { KEY, startServiceChild } from './child.ts'
import { getsPerSecond } from './load.ts'
import { type Result, sideBySide } from './side-by-side.ts'
import { signIn } from './sign-in.ts'

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

const REQUESTS = 8_000

export async function benchMeSession(dataDir: string, requests = REQUESTS): Promise<Result> {
  const service = await startServiceChild(dataDir, { RATE_LIMIT_PER_MINUTE: '10000000' })
  const { url, setupLink } = service.ready
  try {
    const cookie = await signIn(url, setupLink)
    const me = `${url}/api/v1/me`
    return await sideBySide({
      name: 'GET /api/v1/me by session over by key',
      ours: () => getsPerSecond(me, { cookie, 'embarque-mode': 'live' }, requests),
      bare: () => getsPerSecond(me, { authorization: `Bearer ${KEY}` }, requests),
      atLeast: 0.9,
    })
  } finally {
    await service.stop()
  }
}
