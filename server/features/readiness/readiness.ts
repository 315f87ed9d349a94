// Checks whether an installation and a team are ready to go live.
import { checkTextFor } from '../../../contract/phrases/checks.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import type {
  ConnectionState,
  Connections,
  FindingCode,
  FindingValues,
  Readiness,
  ReadinessCheck as Shown,
} from '../../../contract/readiness.ts'
import { type CarrierConfig, liveCarriers } from '../../adapters/flights/settings.ts'
import type { MailConfig } from '../../adapters/mail/settings.ts'
import type { MessengerConfig } from '../../adapters/whatsapp/settings.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { DatabaseConfig } from '../../kernel/db/settings.ts'
import { type Clock, realClock, type SteadyClock, steadyClock } from '../../kernel/process/clock.ts'
import { VERSION } from '../../kernel/process/project.ts'
import type { ProcessConfig } from '../../kernel/process/settings.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { listProviders, listWalletBanks } from '../payments/provider-store.ts'
import type { World } from '../world.ts'
import { lastBackupAt, readVersions } from './store.ts'

/** The result of a check: its state, and the remedy. */
export interface Finding {
  /** missing: real customers cannot use it until this is done. problem: something is broken. */
  state: 'ok' | 'warning' | 'missing' | 'problem'
  text: string
  /** The remedy. */
  advice?: string
}

export function ok(text: string): Finding {
  return { state: 'ok', text }
}

export function warning(text: string, advice: string): Finding {
  return { state: 'warning', text, advice }
}

function missing(text: string, advice: string): Finding {
  return { state: 'missing', text, advice }
}

export function problem(text: string, advice: string): Finding {
  return { state: 'problem', text, advice }
}

/** A finding with a translation for the panel. */
export type CodedFinding = Finding & { readonly code: FindingCode; readonly values: FindingValues }

export function coded(code: FindingCode, finding: Finding, values: FindingValues = {}): CodedFinding {
  return { ...finding, code, values }
}

/** "1 job", "2 jobs". */
export function numberOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

// How far this machine's clock is from the database's, and the round trip.

const ROUND_TRIPS = 5

export interface Timing {
  roundTripMs: number
  /** How far this machine's clock is ahead of the database's, within half the round trip. */
  offsetMs: number
}

const selectTime = statement<{ ms: number }>(
  'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
)

/** The fastest of several: slower ones are due to load. */
export async function timeDatabase(client: Queryable, machine: Clock): Promise<Timing> {
  const timings: Timing[] = []
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const start = performance.now()
    const startedAt = machine.now().getTime()
    const { ms } = onlyRow(await selectTime(client))
    const roundTripMs = performance.now() - start
    timings.push({ roundTripMs, offsetMs: startedAt + roundTripMs / 2 - ms })
  }
  return timings.reduce((best, next) => (next.roundTripMs < best.roundTripMs ? next : best))
}

/** A clock at the database's time, and this machine's difference from it. */
export async function clockOfDatabase(
  client: Queryable,
  machine: Clock = realClock,
): Promise<{ clock: SteadyClock; timing: Timing }> {
  const timing = await timeDatabase(client, machine)
  return { clock: steadyClock(machine.now().getTime() - timing.offsetMs), timing }
}

/** A difference within the round trip may be zero. */
export function sureMs({ roundTripMs, offsetMs }: Timing): number {
  return Math.max(0, Math.abs(offsetMs) - roundTripMs / 2)
}

export function offsetText(machine: string, offsetMs: number): string {
  const seconds = (Math.abs(offsetMs) / 1_000).toFixed(1)
  return `${machine} is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the database`
}

const CLOCK_WARNING_MS = 1_000
const CLOCK_PROBLEM_MS = 5_000
export const CLOCK_ADVICE =
  'Set the clocks of all machines by a time server (NTP). Everything goes by the time of the database; a service ' +
  'whose machine is further from it than CLOCK_OFFSET_MAX_SECONDS does not start.'

/** How serious a difference is. */
export function judgeClock(differenceMs: number): 'ok' | 'warning' | 'problem' {
  if (differenceMs <= CLOCK_WARNING_MS) return 'ok'
  return differenceMs > CLOCK_PROBLEM_MS ? 'problem' : 'warning'
}

interface Timed {
  readonly client: Queryable
  /** Replaced in tests. */
  readonly machine?: Clock
}

export async function checkClock({ client, machine = realClock }: Timed): Promise<Finding> {
  const timing = await timeDatabase(client, machine)
  const state = judgeClock(sureMs(timing))
  if (state === 'ok') return ok('this machine and the database agree on the time')
  return { state, text: offsetText('this machine', timing.offsetMs), advice: CLOCK_ADVICE }
}

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
  /** Replaced in tests. */
  readonly machine?: Clock
}

export interface ReadinessCheck {
  readonly name: string
  /** Shown to teams too, because it affects what their clients see and pay. */
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
    'Set NODE_ENV=production and start again, best on a new database.',
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
    'Put a reverse proxy with a certificate in front (docs/deploying.md, "HTTPS"), and set PUBLIC_URL to ' +
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
  if (whatsappToken !== null)
    return ok('clients with a telephone number are notified of invoices by WhatsApp')
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
    'the secret key is on this machine alone; without it nothing that is encrypted can be read again',
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

/** Whether the clients of this team can pay its invoices. */
export async function checkInvoiceBank({ client, config }: Examined, { teamId }: Owner): Promise<Finding> {
  const banks = await listProviders(client, { teamId, mode: 'live' })
  const believed = banks.filter(({ simulated }) => !(simulated && config.environment === 'production'))
  const real = believed.filter(({ simulated, provider }) => !simulated && provider !== 'simulated')
  if (real.some(({ is_default }) => is_default))
    return ok(`${numberOf(real.length, 'bank')} for live invoices`)
  return missing(
    'no bank is connected for live invoices, so they carry no Pix code and no boleto',
    'Connect yours with POST /api/v1/payment-providers and a live key.',
  )
}

export async function readReadiness(
  { config, pool, wall }: World<ReadinessConfig>,
  owner: Owner,
  { isOperator, language }: { isOperator: boolean; language: ReaderLanguage },
): Promise<Readiness> {
  const examined = { config, client: pool, wall }
  const wanted = READINESS_CHECKS.filter(({ isForTeams }) => isOperator || isForTeams)
  const checks: Shown[] = []
  for (const { name, run } of wanted) checks.push(shown(name, await run(examined), language))
  checks.push(shown('invoice bank', await checkInvoiceBank(examined, owner), language))
  const connections = connectionsOf(config, checks)
  return { ready: checks.every(({ status }) => status !== 'missing'), checks, connections }
}

/** Outside production the simulated carrier and bank serve live keys that nothing real serves. */
function connectionsOf({ environment, suppliers }: ReadinessConfig, checks: readonly Shown[]): Connections {
  const stateOf = (name: string, isPlayed: boolean): ConnectionState => {
    if (checks.find((check) => check.name === name)?.status === 'ok') return 'real'
    return isPlayed && environment !== 'production' ? 'simulated' : 'none'
  }
  return {
    flights: stateOf('carrier', suppliers.includes('simulated')),
    wallet_bank: stateOf('wallet bank', true),
    invoice_bank: stateOf('invoice bank', true),
  }
}

/** What keeps the installation from real customers, failed checks included. */
export async function missingThings(examined: Examined): Promise<{ name: string; text: string }[]> {
  const lines: { name: string; text: string }[] = []
  for (const { name, run } of READINESS_CHECKS) {
    const { state, text } = await run(examined).catch((error: Error) => problem(error.message, ''))
    if (state === 'missing' || state === 'problem') lines.push({ name, text })
  }
  return lines
}

function shown(name: string, { state, text, advice }: Finding, language: ReaderLanguage): Shown {
  const status = state === 'problem' ? 'missing' : state
  return {
    name,
    status,
    message: text,
    action: advice ?? null,
    user_message: checkTextFor(language, text),
    user_action: advice === undefined ? null : checkTextFor(language, advice),
  }
}
