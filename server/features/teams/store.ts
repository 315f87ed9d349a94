// The SQL on teams and their logos, and the rules of former addresses.
import type { Generated, Selectable } from 'kysely'
import type { StoredCardTerms } from '../../../contract/cards.ts'
import { SANDBOX_BALANCE_CENTS } from '../../../contract/limits.ts'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { Address, NotificationChoices, TeamLanguage } from '../../../contract/team-profile.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { type Order, readPage } from '../../kernel/db/lists.ts'
import { beginChains } from '../../kernel/outbox/audit.ts'
import type { EarlyDefault } from '../../kernel/values/early-payment.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import type { LogoSize } from './profile.ts'
import { insertClock } from './test-clock.ts'

interface TeamsTable {
  id: string
  name: string
  email: string
  /** CPF or CNPJ without punctuation; null until given. */
  tax_id: string | null
  time_zone: string
  markup_percent: string
  fee_cents: bigint
  rate_limit_per_minute: number | null
  search_limit_per_minute: number | null
  debits: Generated<'client_amount' | 'base_cost'>
  fine_percent: string
  interest_percent: string
  /** How long after the due date an invoice can be paid by a charge to which its bank adds late charges. */
  payable_days: number
  early_payment: EarlyDefault | null
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
  /** Terms that travellers accept, by language. */
  trip_terms_pt: string | null
  trip_terms_en: string | null
  /** Own words in messages to clients, by language; the product's own if null. */
  message_greeting_pt: string | null
  message_greeting_en: string | null
  message_closing_pt: string | null
  message_closing_en: string | null
  /** Choices that differ from the defaults. */
  notifications: NotificationChoices
  /** Days before and after the due date on which clients are reminded of invoices, ascending. */
  reminder_days_before: number[]
  reminder_days_after: number[]
  /** The suppliers of live searches; null for all. */
  suppliers: string[] | null
  without_airlines: string[]
  /** Of invoices that name none. */
  payment_methods: PaymentMethod[]
  card_terms: StoredCardTerms
  logo: StoredLogo | null
  former_emails: FormerEmails
  created_at: Date
  updated_at: Date
}

/** The current logo. */
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

/** The profile of a new team. */
export const NO_PROFILE = {
  legal_name: null,
  address: null,
  payable_days: 30,
  early_payment: null,
  phone: null,
  whatsapp: null,
  website: null,
  reply_to: null,
  brand_colour: null,
  language: 'pt-BR',
  invoice_footer: null,
  payment_instructions: null,
  trip_terms_pt: null,
  trip_terms_en: null,
  message_greeting_pt: null,
  message_greeting_en: null,
  message_closing_pt: null,
  message_closing_en: null,
  notifications: {},
  reminder_days_before: [],
  reminder_days_after: [],
  suppliers: null,
  without_airlines: [],
  payment_methods: ['pix'],
  card_terms: {},
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
  'payable_days',
  'early_payment',
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
  'trip_terms_pt',
  'trip_terms_en',
  'message_greeting_pt',
  'message_greeting_en',
  'message_closing_pt',
  'message_closing_en',
  'notifications',
  'reminder_days_before',
  'reminder_days_after',
  'suppliers',
  'without_airlines',
  'payment_methods',
  'card_terms',
  'logo',
  'former_emails',
  'created_at',
  'updated_at',
] as const

/** Creates a counter, a wallet and an audit chain per mode, and a test clock at real time. */
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

const teams = () => build.selectFrom('teams').select(COLUMNS)

export async function listTeams(db: Queryable): Promise<Team[]> {
  return rows(db, teams().orderBy('id'))
}

const OLDEST: Order<Team> = { by: ['id'], direction: 'asc', keyOf: ({ id }) => [id] }

export async function listTeamsOf(db: Queryable, page: Page): Promise<Listing<Team>> {
  return readPage(db, teams(), { order: OLDEST, page })
}

const selectOne = statement<Team>(`select ${COLUMNS.join(', ')} from teams where id = $1`)

export async function findTeam(db: Queryable, id: string): Promise<Team | undefined> {
  return (await selectOne(db, id))[0]
}

/** For a team that must exist, because a row refers to it. */
export async function demandTeam(db: Queryable, id: string): Promise<Team> {
  const team = await findTeam(db, id)
  if (team === undefined) throw new Error(`there is no team ${id}`)
  return team
}

/** Locks the team, so that the second of two changes sees the first. */
export async function lockTeam(db: Queryable, id: string): Promise<Team | undefined> {
  return firstRow(db, build.selectFrom('teams').select(COLUMNS).where('id', '=', id).forUpdate())
}

/** A trigger of the table signals the change to every process. */
export async function setTeam(db: Queryable, id: string, columns: TeamChanges): Promise<void> {
  await rows(db, build.updateTable('teams').set(columns).where('id', '=', id))
}

/** The first team of the installation. */
export async function oldestTeam(db: Queryable): Promise<Team | undefined> {
  return firstRow(db, build.selectFrom('teams').select(COLUMNS).orderBy('created_at').orderBy('id').limit(1))
}

export async function anyTeam(db: Queryable): Promise<boolean> {
  return (await firstRow(db, build.selectFrom('teams').select('id').limit(1))) !== undefined
}

export type LogoFiles = Readonly<Record<LogoSize, Buffer>>

const insert = statement(`
  insert into team_logos (name, team_id, wide, touch_icon, icon, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (name) do update set created_at = excluded.created_at`)

export async function insertLogo(
  db: Queryable,
  {
    name,
    teamId,
    files: { wide, touch_icon, icon },
    at,
  }: { readonly name: string; readonly teamId: string; readonly files: LogoFiles; readonly at: Date },
): Promise<void> {
  await insert(db, name, teamId, wide, touch_icon, icon, at)
}

const deleteOld = statement(`
  delete from team_logos where name = any(array(
    select name from team_logos where team_id = $1 order by created_at desc, name offset $2))`)

/** Deletes all but the newest. */
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

const DAY_MS = 86_400_000

const ALARM_MS = 30 * DAY_MS

/** Former addresses in lower case: since when the team used each (null: since its creation), and until when. */
export type FormerEmails = Readonly<Record<string, { readonly since: string | null; readonly until: string }>>

/** Adds the address that the team leaves, and drops those that need no notices any more. */
export function withFormer(former: FormerEmails, email: string, now: Date): FormerEmails {
  const address = email.toLowerCase()
  const last = Object.values(former).map(({ until }) => until)
  // A brief return to an address does not reset its start.
  const since = former[address] === undefined ? (last.sort().at(-1) ?? null) : former[address].since
  const alarmed = alarmedEmails(former, now).map((one) => [one, former[one]])
  return { ...Object.fromEntries(alarmed), [address]: { since, until: now.toISOString() } }
}

/**
 * Former addresses that still get alarms: for 30 days, so that an attacker who changes the address cannot hide. An
 * address used for less than a day is left out, because it may be the attacker's.
 */
export function alarmedEmails(former: FormerEmails, now: Date): string[] {
  return Object.entries(former)
    .filter(([, { since, until }]) => {
      const left = Date.parse(until)
      return now.getTime() - left < ALARM_MS && (since === null || left - Date.parse(since) >= DAY_MS)
    })
    .map(([address]) => address)
}
