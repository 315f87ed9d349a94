// The only SQL on teams, and what each of them begins with.
import type { Generated, Selectable } from 'kysely'
import { SANDBOX_BALANCE_CENTS } from '../../contract/limits.ts'
import type { Mode } from '../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows } from '../base/database/db.ts'
import { beginChains } from '../outbox/audit-entry.ts'
import type { LateColumns } from '../rules/late-charges.ts'
import { insertClock } from './test-clock-store.ts'

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
  created_at: Date
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

export async function listTeams(db: Queryable): Promise<Team[]> {
  return rows(db, build.selectFrom('teams').select(COLUMNS).orderBy('id'))
}

export async function findTeam(db: Queryable, id: string): Promise<Team | undefined> {
  return firstRow(db, build.selectFrom('teams').select(COLUMNS).where('id', '=', id))
}

/** For the id of a team that must exist, as something refers to it. */
export async function demandTeam(db: Queryable, id: string): Promise<Team> {
  const team = await findTeam(db, id)
  if (team === undefined) throw new Error(`there is no team ${id}`)
  return team
}

export async function setTaxId(db: Queryable, id: string, taxId: string | null): Promise<void> {
  await rows(db, build.updateTable('teams').set({ tax_id: taxId }).where('id', '=', id))
}

/** Of invoices that are made from now on. */
export async function setLateTerms(db: Queryable, id: string, terms: LateColumns): Promise<void> {
  await rows(
    db,
    build
      .updateTable('teams')
      .set({ ...terms })
      .where('id', '=', id),
  )
}

/** The installation's first. */
export async function oldestTeam(db: Queryable): Promise<Team | undefined> {
  return firstRow(db, build.selectFrom('teams').select(COLUMNS).orderBy('created_at').orderBy('id').limit(1))
}

export async function anyTeam(db: Queryable): Promise<boolean> {
  return (await firstRow(db, build.selectFrom('teams').select('id').limit(1))) !== undefined
}
