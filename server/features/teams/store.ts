// The SQL on teams, their logos and their former addresses.
import type { Generated, Selectable } from 'kysely'
import { SANDBOX_BALANCE_CENTS } from '../../../contract/limits.ts'
import type { Address, NotificationChoices, TeamLanguage } from '../../../contract/team-profile.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { countRows } from '../../kernel/db/lists.ts'
import { beginChains } from '../../kernel/outbox/audit.ts'
import type { LogoSize } from './profile.ts'
import { insertClock } from './test-clock.ts'

// The only SQL on teams, and what each of them begins with.

interface TeamsTable {
  id: string
  name: string
  email: string
  /** CPF or CNPJ without punctuation; null until it was said. */
  tax_id: string | null
  time_zone: string
  markup_percent: string
  fee_cents: bigint
  rate_limit_per_minute: number | null
  search_limit_per_minute: number | null
  debits: Generated<'client_amount' | 'base_cost'>
  fine_percent: string
  interest_percent: string
  legal_name: string | null
  address: Address | null
  /** E.164, as is the next one. */
  phone: string | null
  whatsapp: string | null
  website: string | null
  reply_to: string | null
  brand_colour: string | null
  language: TeamLanguage
  invoice_footer: string | null
  payment_instructions: string | null
  /** What differs from how it is for everybody. */
  notifications: NotificationChoices
  /** Days before the due date, and after it, on which clients are reminded of invoices: ascending. */
  reminder_days_before: number[]
  reminder_days_after: number[]
  /** Whom live searches ask; null is all. */
  suppliers: string[] | null
  without_airlines: string[]
  logo: StoredLogo | null
  former_emails: FormerEmails
  created_at: Date
}

/** The logo that is shown now. */
export interface StoredLogo {
  name: string
  width: number
  height: number
}

interface NewWallet {
  team_id: string
  mode: Mode
  balance_cents: bigint
  last_at: Date | null
}

const build = buildFor<{
  teams: TeamsTable
  team_counters: { team_id: string; mode: Mode }
  wallets: NewWallet
}>()

export type Team = Selectable<TeamsTable>
export type TeamChanges = Partial<Team>

/** What a team has that has said nothing about itself yet. */
export const NO_PROFILE = {
  legal_name: null,
  address: null,
  phone: null,
  whatsapp: null,
  website: null,
  reply_to: null,
  brand_colour: null,
  language: 'pt-BR',
  invoice_footer: null,
  payment_instructions: null,
  notifications: {},
  reminder_days_before: [],
  reminder_days_after: [],
  suppliers: null,
  without_airlines: [],
  logo: null,
  former_emails: {},
} satisfies Partial<Team>

const COLUMNS = [
  'id',
  'name',
  'email',
  'tax_id',
  'time_zone',
  'markup_percent',
  'fee_cents',
  'rate_limit_per_minute',
  'search_limit_per_minute',
  'debits',
  'fine_percent',
  'interest_percent',
  'legal_name',
  'address',
  'phone',
  'whatsapp',
  'website',
  'reply_to',
  'brand_colour',
  'language',
  'invoice_footer',
  'payment_instructions',
  'notifications',
  'reminder_days_before',
  'reminder_days_after',
  'suppliers',
  'without_airlines',
  'logo',
  'former_emails',
  'created_at',
] as const

/** A team begins with a counter, a wallet and an audit chain per mode, and a test clock that shows real time. */
export async function insertTeam(db: Queryable, team: Team): Promise<void> {
  await rows(db, build.insertInto('teams').values(team))
  const counters = (['live', 'test'] as const).map((mode) => ({ team_id: team.id, mode }))
  await rows(db, build.insertInto('team_counters').values(counters))
  const wallets = [
    { team_id: team.id, mode: 'live' as const, balance_cents: 0n, last_at: null },
    { team_id: team.id, mode: 'test' as const, balance_cents: SANDBOX_BALANCE_CENTS, last_at: null },
  ]
  await rows(db, build.insertInto('wallets').values(wallets))
  await beginChains(db, team.id)
  await insertClock(db, team.id)
}

export async function listTeams(db: Queryable, page?: { limit: number; offset: number }): Promise<Team[]> {
  const teams = build.selectFrom('teams').select(COLUMNS).orderBy('id')
  return rows(db, page === undefined ? teams : teams.limit(page.limit).offset(page.offset))
}

export async function countTeams(db: Queryable): Promise<number> {
  return countRows(db, build.selectFrom('teams'))
}

const selectOne = statement<Team>(`select ${COLUMNS.join(', ')} from teams where id = $1`)

export async function findTeam(db: Queryable, id: string): Promise<Team | undefined> {
  return (await selectOne(db, id))[0]
}

/** For the id of a team that must exist, as something refers to it. */
export async function demandTeam(db: Queryable, id: string): Promise<Team> {
  const team = await findTeam(db, id)
  if (team === undefined) throw new Error(`there is no team ${id}`)
  return team
}

/** Locked, so that of two changes one comes second and sees the first. */
export async function lockTeam(db: Queryable, id: string): Promise<Team | undefined> {
  return firstRow(db, build.selectFrom('teams').select(COLUMNS).where('id', '=', id).forUpdate())
}

/** Tells every process that callers changed: a trigger of the table does. */
export async function setTeam(db: Queryable, id: string, columns: TeamChanges): Promise<void> {
  await rows(db, build.updateTable('teams').set(columns).where('id', '=', id))
}

/** The installation's first. */
export async function oldestTeam(db: Queryable): Promise<Team | undefined> {
  return firstRow(db, build.selectFrom('teams').select(COLUMNS).orderBy('created_at').orderBy('id').limit(1))
}

export async function anyTeam(db: Queryable): Promise<boolean> {
  return (await firstRow(db, build.selectFrom('teams').select('id').limit(1))) !== undefined
}

// The only SQL on the pictures of logos.

export type LogoFiles = Readonly<Record<LogoSize, Buffer>>

const insert = statement(`
  insert into team_logos (name, team_id, wide, touch_icon, icon, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (name) do update set created_at = excluded.created_at`)

export async function insertLogo(
  db: Queryable,
  name: string,
  teamId: string,
  { wide, touch_icon, icon }: LogoFiles,
  at: Date,
): Promise<void> {
  await insert(db, name, teamId, wide, touch_icon, icon, at)
}

const deleteOld = statement(`
  delete from team_logos where name = any(array(
    select name from team_logos where team_id = $1 order by created_at desc, name offset $2))`)

/** All but the newest. */
export async function deleteLogosBut(db: Queryable, teamId: string, kept: number): Promise<void> {
  await deleteOld(db, teamId, kept)
}

const selects = {
  wide: statement<{ content: Buffer }>('select wide as content from team_logos where name = $1'),
  touch_icon: statement<{ content: Buffer }>('select touch_icon as content from team_logos where name = $1'),
  icon: statement<{ content: Buffer }>('select icon as content from team_logos where name = $1'),
} as const

export async function findLogo(db: Queryable, name: string, size: LogoSize): Promise<Buffer | undefined> {
  return (await selects[size](db, name))[0]?.content
}

// The addresses that a team was written to before. For 30 days they are told of what a thief would do after changing
// the team's e-mail to one of their own. One that it had for less than a day is not: it may be the thief's, put right.

/** By address in lower case: since when it was the team's (null: since the team was made), and until when. */
export type FormerEmails = Readonly<Record<string, { readonly since: string | null; readonly until: string }>>

const DAY_MS = 86_400_000
const TOLD_MS = 30 * DAY_MS

/** With the address that is left now. What nobody needs any more goes. */
export function withFormer(former: FormerEmails, email: string, now: Date): FormerEmails {
  const address = email.toLowerCase()
  const last = Object.values(former).map(({ until }) => until)
  // Whoever comes back to it for a moment does not make it one of a moment.
  const since = former[address] === undefined ? (last.sort().at(-1) ?? null) : former[address].since
  const told = toldEmails(former, now).map((one) => [one, former[one]])
  return { ...Object.fromEntries(told), [address]: { since, until: now.toISOString() } }
}

/** Those that are still told. */
export function toldEmails(former: FormerEmails, now: Date): string[] {
  return Object.entries(former)
    .filter(([, { since, until }]) => {
      const left = Date.parse(until)
      return now.getTime() - left < TOLD_MS && (since === null || left - Date.parse(since) >= DAY_MS)
    })
    .map(([address]) => address)
}
