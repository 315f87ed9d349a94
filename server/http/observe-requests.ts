// One log line per request, and the numbers behind /metrics. Ids and outcomes only: no query, header or body.
import { requestCount, requestSeconds } from '../base/metrics.ts'
import type { World } from '../world.ts'
import type { App } from './types.ts'

export function observeRequests(app: App, world: World): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    requestCount.inc(labels)
    requestSeconds.observe({ method: request.method, route }, reply.elapsedTime / 1000)
    const { caller } = request
    world.log.info(
      {
        request_id: request.id,
        method: request.method,
        // Paths outside the API may hold an unguessable link; their pattern is enough.
        path: route.startsWith('/api/') ? request.url.split('?', 1)[0] : route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller && { team: caller.team_id, key: caller.key_id }),
      },
      'request',
    )
  })
}
