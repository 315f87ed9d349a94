// Every setting of the service, in one table: the only place that reads the environment.
// README's table of settings is held equal to this one by a test.
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseCidrs } from '../values/cidrs.ts'
import { FLIGHT_SETTINGS } from './flight-settings.ts'
import {
  anyText,
  httpUrl,
  oneOf,
  optional,
  type Parse,
  type Setting,
  setting,
  wholeNumber,
} from './setting.ts'

export const SETTINGS = {
  port: setting('PORT', '3000', wholeNumber(0, 65535), 'Port of the API; 0 takes a free one'),
  host: setting('HOST', '127.0.0.1', anyText, 'Address to listen on; `0.0.0.0` for all'),
  publicUrl: optional('PUBLIC_URL', httpUrl, 'Address under which clients reach the service'),
  trustProxy: setting(
    'TRUST_PROXY',
    '0',
    proxies,
    'Reverse proxies in front: how many, or their addresses (`10.0.0.0/8, ...`)',
  ),
  role: setting(
    'ROLE',
    'all',
    oneOf('all', 'api', 'worker'),
    '`api` answers requests, `worker` does due work',
  ),
  dataDir: optional('DATA_DIR', anyText, 'Folder of the embedded database and the secret key'),
  databaseUrl: optional(
    'DATABASE_URL',
    postgresUrl,
    'A PostgreSQL (14 or newer) instead of the embedded one',
  ),
  databaseDirectUrl: optional(
    'DATABASE_DIRECT_URL',
    postgresUrl,
    'Where `DATABASE_URL` is a pooler: the way past it, for LISTEN and session locks',
  ),
  databaseOsUser: optional(
    'DATABASE_OS_USER',
    anyText,
    'When started by root: the user the embedded database runs as',
  ),
  databasePoolMax: setting(
    'DATABASE_POOL_MAX',
    '16',
    wholeNumber(2, 500),
    'Connections to the database at most',
  ),
  secretKey: optional(
    'SECRET_KEY',
    secretKeyBytes,
    '32 bytes as hex or base64 that seal stored secrets; made in `DATA_DIR` if not given',
  ),
  bootstrapLiveKey: optional(
    'BOOTSTRAP_LIVE_KEY',
    apiKeyOf('live'),
    'Live key of the demo team made on an empty database',
  ),
  bootstrapTestKey: optional('BOOTSTRAP_TEST_KEY', apiKeyOf('test'), 'Its test key'),
  rateLimitPerMinute: setting(
    'RATE_LIMIT_PER_MINUTE',
    '1200',
    wholeNumber(0, 10_000_000),
    'Requests per key; 0 is no limit',
  ),
  searchLimitPerMinute: setting(
    'SEARCH_LIMIT_PER_MINUTE',
    '300',
    wholeNumber(0, 10_000_000),
    'Flight searches per key; 0 is no limit',
  ),
  smtpUrl: optional('SMTP_URL', smtpUrl, 'Mail server; without it mails are kept in the table `mails`'),
  mailFrom: setting('MAIL_FROM', 'Embarque <embarque@localhost>', oneAddress, 'Sender of all mails'),
  whatsappToken: optional(
    'WHATSAPP_TOKEN',
    anyText,
    'Access token of WhatsApp Cloud API; without it messages are kept in the table `messages`',
  ),
  whatsappPhoneNumberId: optional('WHATSAPP_PHONE_NUMBER_ID', anyText, 'Number that messages come from'),
  whatsappUrl: setting('WHATSAPP_URL', 'https://graph.facebook.com/v24.0', httpUrl, 'API and its version'),
  whatsappPix: setting(
    'WHATSAPP_PIX',
    'off',
    oneOf('off', 'on'),
    '`on` where the account may send PIX order details',
  ),
  webhookAllowedCidrs: optional(
    'WEBHOOK_ALLOWED_CIDRS',
    parseCidrs,
    'Networks that may receive webhooks although they are not public (`10.0.0.0/8, ...`)',
  ),
  ...FLIGHT_SETTINGS,
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

type SettingsTable = typeof SETTINGS
export type Config = {
  readonly [K in keyof SettingsTable]: SettingsTable[K] extends Setting<infer T> ? T : never
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads all settings at once, so that every wrong one is told in a single start. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [key, entry] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const text = environment[entry.name]?.trim() || entry.fallback
    if (text === null) {
      values[key] = null
      continue
    }
    try {
      values[key] = entry.parse(text)
    } catch (error) {
      problems.push(`${entry.name} ${(error as Error).message}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return values as unknown as Config
}

/** The process's environment, with what an optional `.env` in the folder adds to it. */
export function readEnvironment(folder: string): Record<string, string | undefined> {
  const file = resolve(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}

/** A number of hops or addresses, never a plain yes: who believes every `X-Forwarded-For` believes a forged one. */
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

function postgresUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Error('must look like postgresql://user:password@host:5432/database')
  return text
}

/** As it was written: the user name and password in it are for the mail server alone. */
function smtpUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must look like smtp://user:password@host:587 or smtps://user:password@host')
  return text
}

const ADDRESS = String.raw`[^\s"<>,;@]+@[^\s"<>,;@]+`
const NAME = String.raw`"[^"\\<>\r\n]*"|[^"\\<>()[\]:;,@\r\n]*`

/** Bare or with a name in front; several would make it unclear who wrote. */
function oneAddress(text: string): string {
  if (!new RegExp(`^(?:${ADDRESS}|(?:${NAME})\\s*<${ADDRESS}>)$`).test(text))
    throw new Error('must be one address, such as Embarque <mail@example.com>')
  return text
}

function secretKeyBytes(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('must be 32 bytes, written as 64 hex digits or as base64')
  return key
}

function apiKeyOf(mode: 'live' | 'test'): Parse<string> {
  const form = new RegExp(`^sk_${mode}_[A-Za-z0-9_]{16,120}$`)
  return (text) => {
    if (!form.test(text)) throw new Error(`must be sk_${mode}_ and 16 to 120 letters, digits or underscores`)
    return text
  }
}

/** On a developer's own machine: not production, and reachable from this machine only. */
export function isDefaultRun({ environment, host }: Config): boolean {
  return environment !== 'production' && /^(127\.|::1$|localhost$)/.test(host)
}
