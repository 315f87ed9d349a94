// Logs one line per request and counts requests for /metrics. No query, header or body is logged.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram } from 'prom-client'
import type { World } from '../../features/world.ts'
import { registry } from '../../kernel/process/metrics.ts'
import type { OpenSpan, Tracing } from '../../kernel/process/tracing.ts'
import type { App } from './types.ts'

// The Prometheus metrics of requests.

const requestCount = new Counter({
  name: 'embarque_http_requests_total',
  help: 'Requests answered',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})

const requestSeconds = new Histogram({
  name: 'embarque_http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [registry],
})

export const connectionsRefused = new Counter({
  name: 'embarque_http_connections_refused_total',
  help: 'Connections closed because their address has too many',
  registers: [registry],
})

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
        // Paths outside the API may contain a secret link; their pattern is enough.
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
  // The duration of a stream is no response time.
  if (reply.routeOptions.config.operation?.response.kind === 'stream') return
  requestSeconds.observe({ method, route }, reply.elapsedTime / 1000)
}

// A tracing span around each request, from its headers to the end of its response. It contains no query,
// header or body, like the log.

/** Health checks are frequent and streams are open for hours; their spans say nothing. */
const isUntraced = ({ routeOptions: { config } }: FastifyRequest) =>
  UNTRACED.includes(config.operation?.response.kind ?? '')
const UNTRACED: readonly string[] = ['byStatus', 'stream']

export function traceRequests(app: App, tracing: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isUntraced(request)) request.span = beginOf(tracing, request, reply)
    done()
  })
}

/** Runs the route's function below the request's span. */
export function handleWithin<Request extends FastifyRequest, Result>(
  tracing: Tracing,
  handler: (request: Request, reply: FastifyReply) => Result,
): (request: Request, reply: FastifyReply) => Result {
  return (request, reply) =>
    request.span === undefined
      ? handler(request, reply)
      : tracing.within(request.span, () => handler(request, reply))
}

function beginOf(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): OpenSpan {
  const { method, headers, protocol, routeOptions, id } = request
  const { url: route } = routeOptions
  const span = tracing.begin(
    route === undefined ? method : `${method} ${route}`,
    {
      kind: 'server',
      attributes: {
        'http.request.method': method,
        ...(route !== undefined && { 'http.route': route }),
        'url.scheme': protocol,
        // Paths outside the API may contain a secret link; their pattern is enough.
        ...(route?.startsWith('/api/') && { 'url.path': request.url.split('?', 1)[0] ?? '' }),
        'embarque.request.id': id,
      },
    },
    { below: headers.traceparent?.toString() ?? null },
  )
  reply.raw.once('close', () => end(span, request, reply))
  return span
}

function end(span: OpenSpan, { caller }: FastifyRequest, { raw, statusCode }: FastifyReply): void {
  if (caller !== undefined)
    span.note({ 'embarque.team.id': caller.owner.teamId, 'embarque.mode': caller.owner.mode })
  if (raw.headersSent) span.note({ 'http.response.status_code': statusCode })
  if (!raw.writableFinished) span.fail('aborted')
  else if (statusCode >= 500) span.fail(String(statusCode))
  span.end()
}
