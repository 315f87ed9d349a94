// The Prometheus metric of traces: registered at every start, also where no collector is set.
import { Counter } from 'prom-client'
import { registry } from '../../kernel/process/metrics.ts'

export const spanCount = new Counter({
  name: 'embarque_trace_spans_total',
  help: 'Spans that a collector took (sent), did not take (failed), or that found no place in the queue (dropped)',
  labelNames: ['outcome'],
  registers: [registry],
})
