// The way of spans out of the process: a bounded queue in front of the official exporter, which counts what is lost.
// Nobody ever waits for a collector.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Log } from '../../kernel/process/log.ts'
import type { TraceConfig } from './settings.ts'
import { spanCount } from './trace-metrics.ts'

const QUEUE_MAX = 2_048
const BATCH_MAX = 512
const SENT = 0

export function sendSpans(config: TraceConfig, log: Log): SpanProcessor {
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
        // Once, and not for each batch.
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
