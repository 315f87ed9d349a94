// Settings of tracing, named as in OpenTelemetry's specification.
import {
  anyText,
  httpUrl,
  oneOf,
  optional,
  setting,
  type ValuesOf,
  wholeNumber,
} from '../../kernel/process/settings.ts'

export const TRACE_SETTINGS = {
  traceEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl,
    'Sends OpenTelemetry traces to this collector (`http://127.0.0.1:4318`), by OTLP over HTTP; none unless set',
  ),
  traceHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    'Headers for the collector (`authorization=Basic%20abc,x-tenant=7`)',
  ),
  traceServiceName: setting(
    'OTEL_SERVICE_NAME',
    'embarque',
    anyText,
    'What this service is called in traces',
  ),
  traceSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'Which traces are sent; a `parentbased_` one leaves it to callers that send a `traceparent`',
  ),
  traceShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    share,
    'The part of them for a `traceidratio`, from 0 to 1',
  ),
  traceEveryMs: setting(
    'OTEL_BSP_SCHEDULE_DELAY',
    '1000',
    wholeNumber(1, 60_000),
    'Milliseconds after which spans that wait are sent together',
  ),
  traceTimeoutMs: setting(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    '10000',
    wholeNumber(1, 60_000),
    'Milliseconds for the collector to take them, tries included; then they are lost, and counted',
  ),
} as const

export type TraceConfig = ValuesOf<typeof TRACE_SETTINGS>

/** Values are percent-encoded, as in the header `baggage`. */
function headers(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair))
  const read = pairs.map((pair) => pair && [pair[1], decoded(pair[2])])
  if (read.some((pair) => pair === null || pair[1] === null))
    throw new Error('must be pairs such as authorization=Basic%20abc,x-tenant=7')
  return Object.fromEntries(read.filter((pair) => pair !== null))
}

function decoded(text = ''): string | null {
  try {
    const value = decodeURIComponent(text)
    return /^[\t\x20-\x7e]*$/.test(value) ? value : null
  } catch {
    return null
  }
}

function share(text: string): number {
  const value = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1')
  return value
}
