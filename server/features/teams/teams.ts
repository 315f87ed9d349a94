// Creates and updates teams, and creates the first one of an installation.
import { isDeepStrictEqual } from 'node:util'
import type { TeamChange, TeamProfile } from '../../../contract/team-profile.ts'
import { MODES, type Mode } from '../../../contract/teams.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type AuditValues, type Change, fingerprint, record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isTimeZone } from '../../kernel/values/dates.ts'
import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  formatDecimal,
  makeDecimal,
  parseDecimal,
} from '../../kernel/values/decimal.ts'
import { failField } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { scopeOf, type World } from '../world.ts'
import { encryptFirstSecret, makeApiKey, storeKey } from './api-keys.ts'
import { teamMailJob } from './jobs.ts'
import { profileView, readLateTerms, readProfile, readTaxId } from './profile.ts'
import type { TeamConfig } from './settings.ts'
import {
  anyTeam,
  demandTeam,
  findTeam,
  insertTeam,
  lockTeam,
  NO_PROFILE,
  setTeam,
  type Team,
  type TeamChanges,
  withFormer,
} from './store.ts'

const FULL_ACCESS = { read_only: false, permissions: null, expires_at: null, created_by: null }

export interface TeamTerms {
  name: string
  email: string
  timeZone?: string | undefined
  markupPercent?: string | undefined
  feeAmount?: string | undefined
  rateLimitPerMinute?: number | undefined
  searchLimitPerMinute?: number | undefined
  debits?: string | undefined
  taxId?: string | undefined
  finePercent?: string | undefined
  interestPercent?: string | undefined
}

export interface NewTeam {
  team: Team
  secrets: Record<Mode, string>
}

interface FirstKeys {
  /** Chosen secrets; missing ones are random. */
  chosen?: Readonly<Partial<Record<Mode, string | null>>>
  /** Random keys are stored encrypted, to be shown until their first use. */
  isShownUntilUsed?: boolean
}

export async function createTeam(
  world: World,
  terms: TeamTerms,
  { chosen = {}, isShownUntilUsed = false }: FirstKeys = {},
): Promise<NewTeam> {
  const team = readTerms(terms, world.wall.now())
  const secrets = { live: chosen.live ?? makeApiKey('live'), test: chosen.test ?? makeApiKey('test') }
  const scope = await scopeOf(world, { teamId: team.id, mode: 'live' })
  await transaction(world, scope, async (tx) => {
    await storeTeam(tx, team)
    for (const mode of MODES) {
      const secret = secrets[mode]
      const isKept = isShownUntilUsed && secret !== chosen[mode]
      const encrypt = (keyId: string) => encryptFirstSecret(world.secretBox, keyId, secret)
      await storeKey(tx, {
        mode,
        terms: { name: `First ${mode} key`, ...FULL_ACCESS },
        secret,
        firstSecret: isKept ? encrypt : undefined,
      })
    }
  })
  return { team, secrets }
}

/** Stores a team without keys, for callers with a transaction of their own. */
export async function storeTeam(tx: Tx, team: Team): Promise<void> {
  await insertTeam(tx, team)
  record(tx, { topic: 'access', object: 'team', objectId: team.id, before: null, after: termsOf(team) })
}

/** The terms of a new team for the audit log, without personal data. */
function termsOf(team: Team): AuditValues {
  const { time_zone, markup_percent, rate_limit_per_minute, search_limit_per_minute, debits } = team
  const { fine_percent, interest_percent } = team
  const limits = { rate_limit_per_minute, search_limit_per_minute }
  const fee_amount = formatAmount(team.fee_cents)
  return { time_zone, markup_percent, fee_amount, ...limits, debits, fine_percent, interest_percent }
}

export function readTerms(terms: TeamTerms, now: Date): Team {
  const markup = parseDecimal(terms.markupPercent ?? '0')
  const fee = parseAmount(terms.feeAmount ?? '0')
  const timeZone = terms.timeZone ?? 'America/Sao_Paulo'
  if (terms.name.trim() === '') failField('name', 'must not be empty')
  if (!/^\S+@\S+$/.test(terms.email)) failField('email', 'must be an e-mail address')
  if (!isTimeZone(timeZone)) failField('time_zone', 'must be an IANA time zone such as America/Sao_Paulo')
  if (markup === null || !isPercent(markup))
    failField('markup', 'must be a percentage from 0 to 1000 with up to 4 decimals')
  if (fee === null) failField('fee', 'must be an amount such as 35.00')
  return {
    id: makeId('team', now),
    name: terms.name.trim(),
    email: terms.email,
    tax_id: terms.taxId === undefined ? null : readTaxId(terms.taxId),
    time_zone: timeZone,
    markup_percent: formatDecimal(markup),
    fee_cents: fee,
    rate_limit_per_minute: terms.rateLimitPerMinute ?? null,
    search_limit_per_minute: terms.searchLimitPerMinute ?? null,
    debits: debitsOf(terms.debits ?? 'client_amount'),
    ...readLateTerms(terms.finePercent, terms.interestPercent),
    ...NO_PROFILE,
    created_at: now,
    updated_at: now,
  }
}

function isPercent(value: Decimal): boolean {
  return (
    decimalPlaces(value) <= 4 &&
    compareDecimals(value, makeDecimal(0n)) >= 0 &&
    compareDecimals(value, makeDecimal(1000n)) <= 0
  )
}

function debitsOf(text: string): Team['debits'] {
  if (text === 'client_amount' || text === 'base_cost') return text
  return failField('debits', 'must be client_amount or base_cost')
}

export async function updateTeam(world: World, scope: Scope, input: TeamChange): Promise<TeamProfile> {
  return changeTeam(world, scope, (known) => readProfile(input, known, world.suppliers.map(nameOf)))
}

/** Late charges as typed at the command line. */
interface TypedLateTerms {
  readonly fine?: string | undefined
  readonly interest?: string | undefined
}

/** Changes a team from the command line. */
export async function updateAnyTeam(
  world: World,
  id: string,
  input: TeamChange,
  { fine, interest }: TypedLateTerms = {},
): Promise<TeamProfile> {
  if ((await findTeam(world.pool, id)) === undefined) failField('team', 'is no team')
  const scope = await scopeOf(world, { teamId: id, mode: 'live' })
  return changeTeam(world, scope, (known) => ({
    ...readLateTerms(fine ?? known.fine_percent, interest ?? known.interest_percent),
    ...readProfile(input, known, world.suppliers.map(nameOf)),
  }))
}

/** Changes a team, with its entry in the audit log and a signal to every process. */
export async function changeTeam(
  world: World,
  scope: Scope,
  columnsOf: (known: Team, tx: Tx) => TeamChanges | Promise<TeamChanges>,
): Promise<TeamProfile> {
  const view = await transaction(world, scope, async (tx) => {
    const known = (await lockTeam(tx, tx.owner.teamId)) ?? (await demandTeam(tx, tx.owner.teamId))
    const columns = { ...(await columnsOf(known, tx)) }
    if (columns.email !== undefined) columns.former_emails = leaveEmail(tx, known, columns.email)
    // A team belongs to both modes, so no test clock dates its changes.
    const isChanged = !isDeepStrictEqual(
      profileView(world, { ...known, ...columns }),
      profileView(world, known),
    )
    if (isChanged) columns.updated_at = world.wall.now()
    const team = { ...known, ...columns }
    if (Object.keys(columns).length > 0) await setTeam(tx, team.id, columns)
    record(tx, changeOf(known, team))
    return profileView(world, team)
  })
  // The database signals other processes; this one must drop its callers before it responds.
  world.signals.notifyHere('callers', scope.owner.teamId)
  return view
}

/** The former address is notified, and gets alarms for a while, because an attacker may be changing it. */
function leaveEmail(
  tx: Tx,
  { id, email: former, former_emails }: Team,
  email: string,
): Team['former_emails'] {
  if (email.toLowerCase() === former.toLowerCase()) return former_emails
  schedule(tx, teamMailJob, { at: tx.now, key: `${id} ${tx.newId('request')}`, payload: { former } })
  return withFormer(former_emails, former, tx.now)
}

/** Contact data and texts stay out of the audit log, which is kept for ever: only fingerprints are recorded. */
const MARKED = [
  'tax_id',
  'email',
  'reply_to',
  'phone',
  'whatsapp',
  'address',
  'invoice_footer',
  'payment_instructions',
  'message_greeting_pt',
  'message_greeting_en',
  'message_closing_pt',
  'message_closing_en',
] as const

function changeOf(before: Team, after: Team): Change {
  return { topic: 'settings', object: 'team', objectId: after.id, before: noted(before), after: noted(after) }
}

function noted({ id, created_at, fee_cents, former_emails, ...team }: Team): AuditValues {
  const marks = MARKED.map((name) => {
    const value = team[name]
    return [`${name}_fingerprint`, value === null ? null : fingerprint(JSON.stringify(value))]
  })
  return {
    ...team,
    fee_amount: formatAmount(fee_cents),
    markup_percent: Number(team.markup_percent),
    fine_percent: Number(team.fine_percent),
    interest_percent: Number(team.interest_percent),
    ...Object.fromEntries(MARKED.map((name) => [name, undefined])),
    ...Object.fromEntries(marks),
  }
}

function nameOf({ name }: World['suppliers'][number]): string {
  return name
}

/** Used until the operator names the team. */
export const DEMO = {
  name: 'Demo Agency',
  email: 'demo@example.com',
  markupPercent: '10',
  feeAmount: '35.00',
}

/** Creates the first team; null if there is one. Runs under the migrations' lock, so that it is created once. */
export async function makeFirstTeam(
  world: World<TeamConfig>,
  terms: Partial<TeamTerms> = {},
): Promise<NewTeam | null> {
  if (await anyTeam(world.pool)) return null
  const { bootstrapLiveKey: live, bootstrapTestKey: test, environment } = world.config
  const { name, email } = DEMO
  // The prices of the demo would be charged to real clients; the first access sets name and address.
  const start = environment === 'production' ? { name, email } : DEMO
  return createTeam(world, { ...start, ...terms }, { chosen: { live, test }, isShownUntilUsed: true })
}

/** Whether a start creates the first team: outside production always, in production if its keys were chosen. */
export function wantsFirstTeam({ config }: World<TeamConfig>): boolean {
  const { environment, bootstrapLiveKey, bootstrapTestKey } = config
  return environment !== 'production' || bootstrapLiveKey !== null || bootstrapTestKey !== null
}
