// Makes a team with a live and a test key: what a new agency starts with.
import { MODES, type Mode } from '../../../contract/teams.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
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
import { makeApiKey } from './api-key.ts'
import { storeKey } from './create-api-key.ts'
import { sealFirstSecret } from './first-keys.ts'
import { readLateTerms } from './late-terms.ts'
import { readTaxId } from './read-profile.ts'
import { insertTeam, NO_PROFILE, type Team } from './team-store.ts'

const FULL_ACCESS = { read_only: false, permissions: null, expires_at: null, made_by: null }

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
  /** Those that were chosen; the others are made. */
  chosen?: Readonly<Partial<Record<Mode, string | null>>>
  /** Made ones are kept, sealed, to be shown until their first use. */
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
      const seal = (keyId: string) => sealFirstSecret(world.secretBox, keyId, secret)
      await storeKey(
        tx,
        mode,
        { name: `First ${mode} key`, ...FULL_ACCESS },
        secret,
        isKept ? seal : undefined,
      )
    }
  })
  return { team, secrets }
}

/** Without keys: for who makes it in a transaction of their own. */
export async function storeTeam(tx: Tx, team: Team): Promise<void> {
  await insertTeam(tx, team)
  record(tx, { topic: 'access', object: 'team', objectId: team.id, before: null, after: termsOf(team) })
}

/** What the audit log keeps of a new team: its terms, not who its people are. */
function termsOf(team: Team) {
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
