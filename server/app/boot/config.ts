// All settings of the service in one table, from the folders that read them. docs/settings.md is generated
// from it.

import { NAME_SETTINGS } from '../../adapters/dns/settings.ts'
import { DUFFEL_SETTINGS, liveOutsideProduction } from '../../adapters/flights/duffel/settings.ts'
import { SUPPLIER_SETTINGS } from '../../adapters/flights/settings.ts'
import { IDENTITY_SETTINGS, unknownClients } from '../../adapters/identity/settings.ts'
import { MAIL_SETTINGS } from '../../adapters/mail/settings.ts'
import { RATE_SETTINGS } from '../../adapters/rates/settings.ts'
import { TRACE_SETTINGS } from '../../adapters/tracing/settings.ts'
import { RECEIVER_SETTINGS } from '../../adapters/webhooks/settings.ts'
import { MESSENGER_SETTINGS } from '../../adapters/whatsapp/settings.ts'
import { PEOPLE_SETTINGS } from '../../features/people/settings.ts'
import { TEAM_SETTINGS, weakKeys } from '../../features/teams/settings.ts'
import { SECRET_SETTINGS } from '../../kernel/crypto/settings.ts'
import { archivedElsewhere, DATABASE_SETTINGS } from '../../kernel/db/settings.ts'
import {
  ConfigError,
  type Environment,
  PROCESS_SETTINGS,
  RETENTION_SETTINGS,
  readSettings,
  type ValuesOf,
} from '../../kernel/process/settings.ts'
import { HTTP_SETTINGS } from '../http/settings.ts'
import { WORKER_SETTINGS } from '../worker/settings.ts'

export const SETTINGS = {
  ...HTTP_SETTINGS,
  ...WORKER_SETTINGS,
  ...DATABASE_SETTINGS,
  ...SECRET_SETTINGS,
  ...TEAM_SETTINGS,
  ...PEOPLE_SETTINGS,
  ...IDENTITY_SETTINGS,
  ...MAIL_SETTINGS,
  ...MESSENGER_SETTINGS,
  ...RECEIVER_SETTINGS,
  ...NAME_SETTINGS,
  ...SUPPLIER_SETTINGS,
  ...DUFFEL_SETTINGS,
  ...RATE_SETTINGS,
  ...RETENTION_SETTINGS,
  ...PROCESS_SETTINGS,
  ...TRACE_SETTINGS,
} as const

export type Config = ValuesOf<typeof SETTINGS>

export function readConfig(environment: Environment): Config {
  const config = readSettings(SETTINGS, environment)
  const problems = [
    ...weakKeys(config),
    ...liveOutsideProduction(config),
    ...unknownClients(config),
    ...archivedElsewhere(config),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The settings as a thread or another process receives them: bytes arrive as plain arrays. */
export function handedOver(config: Config): Config {
  return { ...config, secretKey: config.secretKey && Buffer.from(config.secretKey) }
}

/** A developer's machine: not production, and reachable from this machine only. */
export function isDefaultRun({ environment, host }: Config): boolean {
  return environment !== 'production' && /^(127\.|::1$|localhost$)/.test(host)
}
