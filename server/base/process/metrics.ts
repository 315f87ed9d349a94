// The numbers that operators watch, in Prometheus's form.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

export const requestCount = new Counter({
  name: 'embarque_http_requests_total',
  help: 'Requests answered',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})

export const requestSeconds = new Histogram({
  name: 'embarque_http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [registry],
})

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

export const ledgerFaults = new Gauge({
  name: 'embarque_ledger_faults',
  help: 'Wallets that differ from their last line; anything but 0 is an alarm',
  registers: [registry],
})
