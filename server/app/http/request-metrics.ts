// The Prometheus metrics of requests.
import { Counter, Histogram } from 'prom-client'
import { registry } from '../../kernel/process/metrics.ts'

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

export const connectionsRefused = new Counter({
  name: 'embarque_http_connections_refused_total',
  help: 'Connections closed because their address has too many',
  registers: [registry],
})
