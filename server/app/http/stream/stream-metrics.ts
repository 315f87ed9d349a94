// The Prometheus metrics of streams.
import { Counter, Gauge } from 'prom-client'
import { registry } from '../../../kernel/process/metrics.ts'

export const streamsOpen = new Gauge({
  name: 'embarque_streams_open',
  help: 'Streams of events that somebody listens to',
  registers: [registry],
})

export const streamsEnded = new Counter({
  name: 'embarque_streams_ended_total',
  help: 'Streams that ended, by why',
  labelNames: ['why'],
  registers: [registry],
})
