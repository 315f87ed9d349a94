// The Prometheus metrics of due work.
import { Counter, Gauge } from 'prom-client'
import { registry } from '../base/process/metrics.ts'

export const workCount = new Counter({
  name: 'embarque_due_work_total',
  help: 'Pieces of due work run',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
})

export const workRunning = new Gauge({
  name: 'embarque_due_work_running',
  help: 'Pieces of due work running in this process',
  registers: [registry],
})
