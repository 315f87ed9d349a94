// The interface of tracing: nested spans, and a text that carries a trace across the database, a thread or
// HTTP. Without a collector there is no `Tracing` at all.

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanTerms {
  /** server: handles a request. client: sends one. consumer: runs a job. internal: none of these. */
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  readonly attributes?: Attributes
}

/** The parent of a span: another span, or a new trace that may link to its cause. */
export type Origin = { readonly below: string | null } | { readonly after: string | null }

export interface OpenSpan {
  /** Names its trace in the log. */
  readonly traceId: string
  note(attributes: Attributes): void
  /** The error's type only; its message may contain personal data. */
  fail(type: string): void
  end(): void
}

export interface Tracing {
  /** A span that is ended by hand. */
  begin(name: string, terms: SpanTerms, origin: Origin): OpenSpan
  /** Spans created by `work` are below this span. */
  within<T>(span: OpenSpan, work: () => T): T
  /** A span around `work`, below the current one; without a current one, `work` alone. */
  inside<T>(name: string, terms: SpanTerms, work: (span?: OpenSpan) => Promise<T>): Promise<T>
  /** The current span as W3C's `traceparent`; null without one. */
  here(): string | null
  /** Sends pending spans, with a short limit. */
  close(): Promise<void>
}
