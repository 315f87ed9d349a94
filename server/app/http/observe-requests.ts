// Writes one log line per request, and counts for /metrics. Ids and outcomes only: no query, header or body.
import type { FastifyReply } from 'fastify'
import type { World } from '../../features/world.ts'
import { requestCount, requestSeconds } from './request-metrics.ts'
import type { App } from './types.ts'

export function observeRequests(app: App, world: World): void {
  const counts = world.config.metricsPort !== null
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (counts) count(request.method, route, reply)
    const { caller, signedIn, span } = request
    world.log.info(
      {
        request_id: request.id,
        method: request.method,
        // Paths outside the API may hold an unguessable link; their pattern is enough.
        path: route.startsWith('/api/') ? request.url.split('?', 1)[0] : route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        team: caller?.owner.teamId,
        ...(caller !== undefined && { [caller.via.kind]: caller.via.id }),
        ...(signedIn !== undefined && { person: signedIn.person.id }),
        ...(span !== undefined && { trace_id: span.traceId }),
      },
      'request',
    )
    done()
  })
}

function count(method: string, route: string, reply: FastifyReply): void {
  requestCount.inc({ method, route, status: String(reply.statusCode) })
  // How long somebody listened is no time to answer.
  if (reply.routeOptions.config.operation?.answer.kind === 'stream') return
  requestSeconds.observe({ method, route }, reply.elapsedTime / 1000)
}
