// Settings of the process itself: what it logs and counts, and whether real customers depend on it.
import { anyText, oneOf, optional, setting, type ValuesOf, wholeNumber } from './setting.ts'

export const PROCESS_SETTINGS = {
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Least level that is logged',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    wholeNumber(0, 65535),
    'Serves Prometheus metrics at `/metrics` on this port of `HOST`',
  ),
  environment: setting('NODE_ENV', 'development', anyText, '`production` for real customers'),
} as const

export type ProcessConfig = ValuesOf<typeof PROCESS_SETTINGS>
