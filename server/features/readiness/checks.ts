// What an installation needs before real customers use it: one list for the API, for `doctor` and for the banner of the
// start. Nothing here changes anything.

import { type CarrierConfig, liveCarriers } from '../../adapters/flights/live-carriers.ts'
import type { MailConfig } from '../../adapters/mail/settings.ts'
import type { MessengerConfig } from '../../adapters/whatsapp/settings.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { DatabaseConfig } from '../../kernel/db/settings.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Clock } from '../../kernel/process/clock.ts'
import type { ProcessConfig } from '../../kernel/process/settings.ts'
import { VERSION } from '../../kernel/process/version.ts'
import { listProviders } from '../payments/provider-store.ts'
import { listWalletBanks } from '../payments/wallet-bank-store.ts'
import { checkClock } from './database-clock.ts'
import { type Finding, missing, numberOf, ok, problem, warning } from './finding.ts'
import { lastBackupAt, readVersions } from './installation-store.ts'

export type ReadinessConfig = ProcessConfig &
  MailConfig &
  CarrierConfig &
  Pick<MessengerConfig, 'whatsappToken'> &
  Pick<DatabaseConfig, 'databaseUrl' | 'backupDir'> & {
    readonly publicUrl: string | null
    readonly secretKey: Buffer | null
  }

export interface Examined {
  readonly config: ReadinessConfig
  readonly client: Queryable
  readonly wall: Clock
  /** Of this machine itself: the real one, but for tests. */
  readonly machine?: Clock
}

export interface ReadinessCheck {
  readonly name: string
  /** A team learns of it too: it has to do with what its clients see and pay. */
  readonly isForTeams?: true
  readonly run: (examined: Examined) => Promise<Finding>
}

export const READINESS_CHECKS: readonly ReadinessCheck[] = [
  { name: 'production', isForTeams: true, run: checkProduction },
  { name: 'public address', isForTeams: true, run: checkAddress },
  { name: 'https', isForTeams: true, run: checkHttps },
  { name: 'mail', isForTeams: true, run: checkMail },
  { name: 'whatsapp', isForTeams: true, run: checkWhatsApp },
  { name: 'wallet bank', isForTeams: true, run: checkWalletBank },
  { name: 'carrier', isForTeams: true, run: checkCarrier },
  { name: 'key copy', run: checkKeyCopy },
  { name: 'backups', run: checkBackups },
  { name: 'clock', run: checkClock },
  { name: 'versions', run: checkVersions },
]

async function checkProduction({ config: { environment } }: Examined): Promise<Finding> {
  if (environment === 'production') return ok('this installation is for real customers')
  return missing(
    `this installation is for ${environment}: no real money moves, and no real flights are sold`,
    'Set NODE_ENV=production and start anew, best on a new database.',
  )
}

async function checkAddress({ config: { publicUrl } }: Examined): Promise<Finding> {
  if (publicUrl !== null) return ok(`clients reach the service at ${publicUrl}`)
  return missing(
    'links in mails and messages lead to this machine, where no client gets',
    'Set PUBLIC_URL to the address under which the service is reached, such as https://embarque.example.com.',
  )
}

async function checkHttps({ config: { publicUrl } }: Examined): Promise<Finding> {
  if (publicUrl?.startsWith('https:')) return ok('the public address is encrypted')
  return missing(
    'keys, names and payments would travel where others can read them',
    'Put a reverse proxy with a certificate in front (docs/operations.md, "Reverse proxy"), and set PUBLIC_URL to ' +
      'its https:// address.',
  )
}

async function checkMail({ config: { smtpUrl, mailFrom } }: Examined): Promise<Finding> {
  if (smtpUrl === null)
    return missing(
      'no mail is sent: all are kept to be read',
      'Set SMTP_URL and MAIL_FROM, and send a test mail.',
    )
  if (/@localhost>?$/.test(mailFrom))
    return warning(
      `mails are sent by ${mailFrom}, which most mail servers refuse`,
      'Set MAIL_FROM to an address of a domain that your mail server may send for.',
    )
  return ok(`mails are sent by ${mailFrom}`)
}

async function checkWhatsApp({ config: { whatsappToken } }: Examined): Promise<Finding> {
  if (whatsappToken !== null) return ok('clients with a telephone number are told of invoices by WhatsApp')
  return warning(
    'no message goes out by WhatsApp: all are kept to be read',
    'Set WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID, and send a test message.',
  )
}

async function checkWalletBank({ client }: Examined): Promise<Finding> {
  const banks = await listWalletBanks(client)
  const real = banks.filter(({ simulated }) => !simulated)
  if (real.length > 0) return ok(`${numberOf(real.length, 'bank')} of the operator's for the wallets`)
  const text =
    banks.length === 0
      ? 'no bank of the operator is connected, so no live wallet can be recharged'
      : 'the bank of the wallets was connected outside production, and is not believed'
  return missing(text, 'Connect one with "npx embarque bank connect".')
}

async function checkCarrier({ config }: Examined): Promise<Finding> {
  const carriers = liveCarriers(config)
  if (carriers.length > 0) return ok(`live keys buy flights of ${carriers.join(', ')}`)
  return missing('live keys find no real flights', 'Set SUPPLIERS=duffel and DUFFEL_TOKEN to a live token.')
}

async function checkKeyCopy({ config: { secretKey }, client }: Examined): Promise<Finding> {
  if (secretKey !== null) return ok('SECRET_KEY was set by you: keep a copy apart from the database')
  if ((await lastBackupAt(client)) !== null) return ok('the last backup holds it')
  return missing(
    'the secret key is on this machine alone; without it nothing that is sealed can be opened again',
    'Run "npx embarque backup FILE", which holds the key too, and keep the file elsewhere.',
  )
}

const DAY_MS = 86_400_000
const OLD_DAYS = 7

async function checkBackups({ config, client, wall }: Examined): Promise<Finding> {
  const last = await lastBackupAt(client)
  const advice =
    'Run "npx embarque backup FILE" every day (cron, or a timer of the system), and keep the files elsewhere.'
  if (config.backupDir !== null)
    return ok('the database is archived to BACKUP_DIR; "archive" of doctor says how far')
  if (last === null && config.databaseUrl === null) return missing('no backup was ever made', advice)
  if (last === null)
    return warning(
      'no backup was made with "backup"',
      `${advice} Where the database is backed up another way, keep SECRET_KEY with those backups.`,
    )
  const days = Math.floor((wall.now().getTime() - last.getTime()) / DAY_MS)
  const text = `the last backup was made ${days === 0 ? 'within a day' : `${numberOf(days, 'day')} ago`}`
  return days < OLD_DAYS ? ok(text) : warning(text, advice)
}

const OLDEST_POSTGRES = 14

async function checkVersions({ client }: Examined): Promise<Finding> {
  const { postgres, postgres_number, schema } = await readVersions(client)
  const text = `Embarque ${VERSION}, Node ${process.versions.node}, PostgreSQL ${postgres}, schema ${schema}`
  if (postgres_number < OLDEST_POSTGRES * 10_000)
    return problem(text, `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`)
  return ok(text)
}

/** Of one team: whether its clients can pay its invoices. */
export async function checkInvoiceBank({ client, config }: Examined, { teamId }: Owner): Promise<Finding> {
  const banks = await listProviders(client, { teamId, mode: 'live' })
  const believed = banks.filter(({ simulated }) => !(simulated && config.environment === 'production'))
  const real = believed.filter(({ simulated, provider }) => !simulated && provider !== 'simulated')
  if (real.some(({ is_default }) => is_default))
    return ok(`${numberOf(real.length, 'bank')} for live invoices`)
  return missing(
    'no bank is connected for live invoices, so they carry no PIX code and no boleto',
    'Connect yours with POST /api/v1/payment-providers and a live key.',
  )
}
