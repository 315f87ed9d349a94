// Creates spans with OpenTelemetry's SDK. Loaded only if a collector is set.

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { within } from '../../kernel/process/concurrency.ts'
import type { Log } from '../../kernel/process/log.ts'
import { VERSION } from '../../kernel/process/project.ts'
import type { OpenSpan, Origin, SpanTerms, Tracing } from '../../kernel/process/tracing.ts'
import type { TraceConfig } from './settings.ts'
import { spanCount } from './traced-calls.ts'

// Exports spans: a bounded queue in front of the official exporter, which counts lost spans. No request waits
// for a collector.

const QUEUE_MAX = 2_048
const BATCH_MAX = 512
const SENT = 0

function sendSpans(config: TraceConfig, log: Log): SpanProcessor {
  const { traceEndpoint, traceHeaders, traceEveryMs, traceTimeoutMs } = config
  const exporter = new OTLPTraceExporter({
    url: `${traceEndpoint}/v1/traces`,
    headers: { ...traceHeaders },
    timeoutMillis: traceTimeoutMs,
  })
  let waiting = 0
  let isLosing = false
  const counting: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        waiting -= spans.length
        const isLost = result.code !== SENT
        spanCount.inc({ outcome: isLost ? 'failed' : 'sent' }, spans.length)
        // Logged once, and not for each batch.
        if (isLost && !isLosing) log.warn({ err: result.error }, 'the collector does not take traces')
        isLosing = isLost
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: traceEveryMs,
  })
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting >= QUEUE_MAX) return spanCount.inc({ outcome: 'dropped' })
      waiting++
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

const KINDS: Readonly<Record<SpanTerms['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

const CLOSE_WITHIN_MS = 2_000

interface Held extends OpenSpan {
  readonly context: Context
}

export function makeTracing(config: TraceConfig & { readonly environment: string }, log: Log): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.traceServiceName,
      'service.version': VERSION,
      'deployment.environment.name': config.environment,
    }),
    sampler: samplerOf(config),
    spanProcessors: [sendSpans(config, log)],
  })
  const tracer = provider.getTracer('embarque', VERSION)
  // Ports to banks and carriers receive no request and no trace, so the current span is stored in the async
  // context.
  const underWay = new AsyncLocalStorage<Context>()
  const contexts = new WeakMap<OpenSpan, Context>()

  function open(name: string, { kind, attributes }: SpanTerms, parent: Context, after?: SpanContext): Held {
    const links = after === undefined ? [] : [{ context: after }]
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes }, links }, parent)
    const held = { ...openSpan(span), context: trace.setSpan(ROOT_CONTEXT, span) }
    contexts.set(held, held.context)
    return held
  }

  return {
    begin(name, terms, origin) {
      const { parent, after } = parentOf(origin)
      return open(name, terms, parent, after)
    },
    within: (span, work) => underWay.run(contexts.get(span) ?? ROOT_CONTEXT, work),
    async inside(name, terms, work) {
      const parent = underWay.getStore()
      if (parent === undefined) return work()
      const span = open(name, terms, parent)
      try {
        return await underWay.run(span.context, () => work(span))
      } catch (error) {
        span.fail(error instanceof Error ? error.name : 'Error')
        throw error
      } finally {
        span.end()
      }
    },
    here: () => textOf(trace.getSpanContext(underWay.getStore() ?? ROOT_CONTEXT)),
    async close() {
      await within(
        CLOSE_WITHIN_MS,
        provider.shutdown().catch(() => {}),
      )
    },
  }
}

function openSpan(span: Span): OpenSpan {
  return {
    traceId: span.spanContext().traceId,
    note: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  }
}

function parentOf(origin: Origin): { parent: Context; after?: SpanContext } {
  const isBelow = 'below' in origin
  const known = readTraceparent(isBelow ? origin.below : origin.after)
  if (known === null) return { parent: ROOT_CONTEXT }
  return isBelow
    ? { parent: trace.setSpanContext(ROOT_CONTEXT, known) }
    : { parent: ROOT_CONTEXT, after: known }
}

/** Clients send this header too: anything but exactly version 00 is ignored. */
function readTraceparent(text: string | null): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? []
  const known = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(known) ? known : null
}

function textOf(span: SpanContext | undefined): string | null {
  if (span === undefined) return null
  return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`
}

function samplerOf({ traceSampler, traceShare }: TraceConfig): Sampler {
  const own = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(traceShare),
  }
  const [, ofCaller, name = ''] = /^(parentbased_)?(\w+)$/.exec(traceSampler) ?? []
  const root = Object.entries(own).find(([known]) => known === name)?.[1]() ?? own.always_on()
  return ofCaller === undefined ? root : new ParentBasedSampler({ root })
}
