// Settings of the API: address, proxies and limits of each caller.
import { isIP } from 'node:net'
import {
  anyText,
  httpUrl,
  optional,
  type ProcessConfig,
  setting,
  type ValuesOf,
  wholeNumber,
} from '../../kernel/process/settings.ts'

export const HTTP_SETTINGS = {
  port: setting('PORT', '3000', wholeNumber(0, 65535), 'Port of the API; 0 takes a free one'),
  host: setting('HOST', '127.0.0.1', anyText, 'Address to listen on; `0.0.0.0` for all'),
  publicUrl: optional('PUBLIC_URL', httpUrl, 'Address under which clients reach the service'),
  trustProxy: setting(
    'TRUST_PROXY',
    '0',
    proxies,
    'Reverse proxies in front: how many, or their addresses (`10.0.0.0/8, ...`)',
  ),
  rateLimitPerMinute: setting(
    'RATE_LIMIT_PER_MINUTE',
    '1200',
    wholeNumber(0, 10_000_000),
    'Requests of a team and mode, large ones counted several times; 0 is no limit',
  ),
  searchLimitPerMinute: setting(
    'SEARCH_LIMIT_PER_MINUTE',
    '300',
    wholeNumber(0, 10_000_000),
    'Flight searches of a team and mode, large ones counted several times; 0 is no limit',
  ),
  heavyThreads: setting(
    'HEAVY_THREADS',
    '1',
    wholeNumber(0, 16),
    'Threads for flight searches beside the event loop, and one more for PDFs and long pages; 0 does all in the loop',
  ),
  connectionsPerAddress: setting(
    'CONNECTIONS_PER_ADDRESS',
    '256',
    wholeNumber(0, 1_000_000),
    'Open connections of one address, proxies in front excepted; 0 is no limit',
  ),
  drainSeconds: optional(
    'DRAIN_SECONDS',
    wholeNumber(0, 600),
    'Seconds for which a process that is asked to stop still serves requests; unless set, 5 in production, else 0',
  ),
  streamsPerTeam: setting(
    'STREAMS_PER_TEAM',
    '200',
    wholeNumber(1, 100_000),
    'Open streams of a team and mode on one machine; a quarter of them for one key or person',
  ),
  unreadSeconds: setting(
    'UNREAD_SECONDS',
    '30',
    wholeNumber(1, 3_600),
    'Seconds without any of a long answer being read, after which it is given up',
  ),
} as const

export type HttpConfig = ValuesOf<typeof HTTP_SETTINGS>

/**
 * A number of hops or addresses, never a plain yes: trusting every `X-Forwarded-For` would trust forged ones.
 */
function proxies(text: string): number | string[] {
  if (/^\d$/.test(text)) return Number(text)
  const addresses = text.split(',').map((part) => part.trim())
  if (!addresses.every(isNetwork))
    throw new Error('must be the number of proxies in front, or their addresses')
  return addresses
}

function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}

/** Load balancers check every few seconds; in development a restart must be quick. */
const DRAIN_SECONDS_IN_PRODUCTION = 5

/** How long a process that stops still responds. */
export function drainMs({
  drainSeconds,
  environment,
}: Pick<HttpConfig, 'drainSeconds'> & Pick<ProcessConfig, 'environment'>): number {
  return 1_000 * (drainSeconds ?? (environment === 'production' ? DRAIN_SECONDS_IN_PRODUCTION : 0))
}
