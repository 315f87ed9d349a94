// A span around each request, from its headers to the end of its answer. What is asked and by whom, as the log tells
// it: no query, header or body.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenSpan, Tracing } from '../../kernel/process/tracing.ts'
import type { App } from './types.ts'

/** Asked every few seconds by whoever watches, or open for hours: they tell nothing. */
const isUntraced = ({ routeOptions: { config } }: FastifyRequest) =>
  UNTRACED.includes(config.operation?.answer.kind ?? '')
const UNTRACED: readonly string[] = ['byStatus', 'stream']

export function traceRequests(app: App, tracing: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isUntraced(request)) request.span = beginOf(tracing, request, reply)
    done()
  })
}

/** What the route's function does is below the request's span. Body and headers are read by then. */
export function handleWithin<Request extends FastifyRequest, Answer>(
  tracing: Tracing,
  handler: (request: Request, reply: FastifyReply) => Answer,
): (request: Request, reply: FastifyReply) => Answer {
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
        // Paths outside the API may hold an unguessable link; their pattern is enough.
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
