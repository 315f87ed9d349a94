// What the house knows of traces: spans that are one below the other, and a line of text that carries a trace across
// the database, a thread or HTTP. Who sends them where is no concern of those who make them; without a collector there
// is no `Tracing` at all, and nothing is done.

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanTerms {
  /** server: answers somebody. client: asks somebody. consumer: does what was scheduled. internal: none of these. */
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  readonly attributes?: Attributes
}

/** Where a span begins: below another one, or a trace of its own, perhaps with a mention of the one that led to it. */
export type Origin = { readonly below: string | null } | { readonly after: string | null }

export interface OpenSpan {
  /** Names its trace in the log. */
  readonly traceId: string
  note(attributes: Attributes): void
  /** As what went wrong is called; its words may tell of people, and are left out. */
  fail(type: string): void
  end(): void
}

export interface Tracing {
  /** A span that is ended by hand. */
  begin(name: string, terms: SpanTerms, origin: Origin): OpenSpan
  /** What `work` does is below this span. */
  within<T>(span: OpenSpan, work: () => T): T
  /** One around `work`, below the span that is under way; where there is none, `work` alone. */
  inside<T>(name: string, terms: SpanTerms, work: (span?: OpenSpan) => Promise<T>): Promise<T>
  /** The span under way as W3C's `traceparent`; null where there is none. */
  here(): string | null
  /** Sends what waits, but not for long. */
  close(): Promise<void>
}
