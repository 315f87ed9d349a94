// Wraps calls to carriers, banks and receivers in spans, so that the adapters need no tracing code.

import { Counter } from 'prom-client'
import { registry } from '../../kernel/process/metrics.ts'
import type { SpanTerms, Tracing } from '../../kernel/process/tracing.ts'
import type { Banks } from '../banks/banks.ts'
import type { Bank } from '../banks/port.ts'
import type { Supplier } from '../flights/port.ts'
import type { WebhookClient } from '../webhooks/client.ts'

const OF_CARRIERS: readonly (keyof Supplier)[] = [
  'search',
  'reread',
  'book',
  'find',
  'pay',
  'read',
  'cancel',
  'acceptChange',
]
const OF_BANKS: readonly (keyof Bank)[] = [
  'open',
  'read',
  'withdraw',
  'received',
  'returned',
  'refund',
  'register',
]

export function tracedSupplier(tracing: Tracing, supplier: Supplier): Supplier {
  return traced(tracing, supplier, {
    what: 'carrier',
    methods: OF_CARRIERS,
    attributes: { 'embarque.carrier': supplier.name },
  })
}

export function tracedBanks(tracing: Tracing, banks: Banks): Banks {
  const bank = (of: Bank, name: string) =>
    traced(tracing, of, { what: 'bank', methods: OF_BANKS, attributes: { 'embarque.bank': name } })
  return {
    ...banks,
    simulated: bank(banks.simulated, 'simulated'),
    bank: (team, providerId, name, settings) => bank(banks.bank(team, providerId, name, settings), name),
    trial: (team, name, settings) => bank(banks.trial(team, name, settings), name),
  }
}

/** The receiver gets the trace id, so that integrators can follow an event into their own system. */
export function tracedReceivers(tracing: Tracing, client: WebhookClient): WebhookClient {
  return {
    ...client,
    post: (team, url, headers, body) =>
      tracing.inside('POST', { kind: 'client', attributes: addressOf(url) }, async (span) => {
        const traceparent = tracing.here()
        const response = await client.post(
          team,
          url,
          traceparent === null ? headers : { ...headers, traceparent },
          body,
        )
        if (response.status === null) span?.fail('unanswered')
        else span?.note({ 'http.response.status_code': response.status })
        if (response.status !== null && response.status >= 400) span?.fail(String(response.status))
        return response
      }),
  }
}

/** Without path and query, which may contain secrets of integrators. */
function addressOf(url: string): NonNullable<SpanTerms['attributes']> {
  const { hostname = '', port = '', protocol = '' } = URL.parse(url) ?? {}
  return {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
  }
}

function traced<T extends object>(
  tracing: Tracing,
  whom: T,
  {
    what,
    methods,
    attributes,
  }: {
    readonly what: string
    readonly methods: readonly (keyof T)[]
    readonly attributes: NonNullable<SpanTerms['attributes']>
  },
): T {
  return new Proxy(whom, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || !methods.some((known) => known === name)) return value
      return (...args: unknown[]) =>
        tracing.inside(`${what} ${String(name)}`, { kind: 'client', attributes }, async (span) => {
          const response: unknown = await Reflect.apply(value, target, args)
          const outcome = outcomeOf(response)
          if (outcome !== undefined) span?.note({ 'embarque.outcome': outcome })
          if (outcome === 'unknown') span?.fail('unknown')
          return response
        })
    },
  })
}

function outcomeOf(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('outcome' in response)) return undefined
  return typeof response.outcome === 'string' ? response.outcome : undefined
}

// The Prometheus metric of traces: registered at every start, also where no collector is set.

export const spanCount = new Counter({
  name: 'embarque_trace_spans_total',
  help: 'Spans that a collector took (sent), did not take (failed), or that found no place in the queue (dropped)',
  labelNames: ['outcome'],
  registers: [registry],
})
