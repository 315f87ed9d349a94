// A collector of traces on loopback: takes OTLP over HTTP as JSON, and refuses what the official protocol does not
// describe (opentelemetry-proto's messages in its JSON mapping: ids in hexadecimal, 64-bit numbers as text, enums as
// numbers, names in camelCase).
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Static, type TProperties, Type } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { eventually } from '../eventually.ts'

const exactly = <T extends TProperties>(fields: T) => Type.Object(fields, { additionalProperties: false })
const Count = Type.Optional(Type.Integer({ minimum: 0 }))
const Long = Type.String({ pattern: '^[0-9]{1,20}$' })
const TraceId = Type.String({ pattern: '^(?!0{32})[0-9a-f]{32}$' })
const SpanId = Type.String({ pattern: '^(?!0{16})[0-9a-f]{16}$' })
const Flags = Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffffffff }))
const Value = Type.Union([
  exactly({ stringValue: Type.String() }),
  exactly({ boolValue: Type.Boolean() }),
  exactly({ intValue: Type.Union([Long, Type.Integer()]) }),
  exactly({ doubleValue: Type.Number() }),
])
const Attributes = Type.Array(exactly({ key: Type.String({ minLength: 1 }), value: Value }))
const Link = exactly({
  traceId: TraceId,
  spanId: SpanId,
  traceState: Type.Optional(Type.String()),
  attributes: Attributes,
  droppedAttributesCount: Count,
  flags: Flags,
})
const Span = exactly({
  traceId: TraceId,
  spanId: SpanId,
  traceState: Type.Optional(Type.String()),
  parentSpanId: Type.Optional(SpanId),
  flags: Flags,
  name: Type.String({ minLength: 1 }),
  kind: Type.Integer({ minimum: 1, maximum: 5 }),
  startTimeUnixNano: Long,
  endTimeUnixNano: Long,
  attributes: Attributes,
  droppedAttributesCount: Count,
  events: Type.Array(Type.Never()),
  droppedEventsCount: Count,
  links: Type.Array(Link),
  droppedLinksCount: Count,
  status: exactly({
    message: Type.Optional(Type.String()),
    code: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  }),
})
const Scope = exactly({
  name: Type.String(),
  version: Type.Optional(Type.String()),
  attributes: Type.Optional(Attributes),
  droppedAttributesCount: Count,
})
const ScopeSpans = exactly({
  scope: Scope,
  spans: Type.Array(Span),
  schemaUrl: Type.Optional(Type.String()),
})
const Resource = exactly({ attributes: Attributes, droppedAttributesCount: Count })
const Request = exactly({
  resourceSpans: Type.Array(
    exactly({
      resource: Resource,
      scopeSpans: Type.Array(ScopeSpans),
      schemaUrl: Type.Optional(Type.String()),
    }),
  ),
})

export interface CollectedSpan extends Omit<Static<typeof Span>, 'attributes' | 'links'> {
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  service: Record<string, unknown>
}

export interface Collector {
  url: string
  headers: IncomingHttpHeaders[]
  spans: CollectedSpan[]
  /** Everything received, as text. */
  text(): string
  /** The spans of a trace, once all of these have arrived. */
  trace(traceId: string, ...names: string[]): Promise<CollectedSpan[]>
  close(): Promise<unknown>
}

export async function startCollector(): Promise<Collector> {
  const bodies: unknown[] = []
  const collector: Collector = {
    url: '',
    headers: [],
    spans: [],
    text: () => JSON.stringify(bodies),
    async trace(traceId, ...names) {
      const found = () => collector.spans.filter((span) => span.traceId === traceId)
      const isThere = (name: string) => found().some((span) => span.name === name)
      const missing = () => names.filter((name) => !isThere(name))
      await eventually(`the spans of a trace: ${names.join(', ')}`, () => missing().length === 0)
      return found()
    },
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  }
  const server = createServer(async (request, response) => {
    const body = await json(request)
    bodies.push(body)
    collector.headers.push(request.headers)
    assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces')
    if (!Check(Request, body)) return void response.writeHead(400).end(JSON.stringify(Errors(Request, body)))
    collector.spans.push(...body.resourceSpans.flatMap(spansOf))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  collector.url = `http://127.0.0.1:${port}`
  return collector
}

type OfService = Static<typeof Request>['resourceSpans'][number]

function spansOf({ resource, scopeSpans }: OfService): CollectedSpan[] {
  const service = plain(resource.attributes)
  return scopeSpans.flatMap(({ spans }) =>
    spans.map((span) => ({ ...span, attributes: plain(span.attributes), service })),
  )
}

function plain(attributes: Static<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
