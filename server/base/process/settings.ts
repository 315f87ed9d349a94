// Settings of the process itself: what it logs and counts, and whether real customers depend on it.
import { hostNames, oneOf, optional, setting, type ValuesOf, wholeNumber } from './setting.ts'

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
  environment: setting(
    'NODE_ENV',
    'development',
    oneOf('production', 'development', 'test'),
    '`production` for real customers and real money; elsewhere `development` or `test`',
  ),
  sandboxHosts: optional(
    'SANDBOX_HOSTS',
    hostNames,
    'Hosts of banks and carriers that are sandboxes: outside production only these and loopback are called',
  ),
} as const

export type ProcessConfig = ValuesOf<typeof PROCESS_SETTINGS>
