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
  processes: optional(
    'PROCESSES',
    wholeNumber(1, 64),
    'Processes for requests, from 2 on with one more for due work; unless set, in production one a core, at most 4',
  ),
  environment: setting(
    'NODE_ENV',
    'development',
    oneOf('production', 'development', 'test'),
    '`production` for real customers and real money; elsewhere `development` or `test`',
  ),
  clockOffsetMaxSeconds: setting(
    'CLOCK_OFFSET_MAX_SECONDS',
    '5',
    wholeNumber(1, 31_536_000),
    "How far the machine's clock may be from the database's; a start beyond that is refused",
  ),
  sandboxHosts: optional(
    'SANDBOX_HOSTS',
    hostNames,
    'Hosts of banks and carriers that are sandboxes: outside production only these and loopback are called',
  ),
} as const

export type ProcessConfig = ValuesOf<typeof PROCESS_SETTINGS>
