// Changes what an agency says about itself, from the API or the command line: what is left out stays, and what was made
// before stays as it was made.
import type { TeamChange, TeamProfile } from '../../../contract/team-profile.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Change, fingerprint, record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { scopeOf, type World } from '../world.ts'
import { withFormer } from './former-emails.ts'
import { readLateTerms } from './late-terms.ts'
import { profileView } from './profile-view.ts'
import { readProfile } from './read-profile.ts'
import { beginReminders } from './schedule-reminders.ts'
import { demandTeam, findTeam, lockTeam, setTeam, type Team, type TeamChanges } from './team-store.ts'
import { teamMail } from './work.ts'

export async function updateTeam(world: World, scope: Scope, input: TeamChange): Promise<TeamProfile> {
  const profile = await changeTeam(world, scope, (known) =>
    readProfile(input, known, world.suppliers.map(nameOf)),
  )
  if (input.payment_reminders !== undefined) await beginReminders(world, scope.owner.teamId)
  return profile
}

/** What being late costs, as it is typed. */
interface TypedLateTerms {
  readonly fine?: string | undefined
  readonly interest?: string | undefined
}

/** The same for whoever has the command line. */
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

/** One change of a team, told to the audit log and to every process. */
export async function changeTeam(
  world: World,
  scope: Scope,
  columnsOf: (known: Team, tx: Tx) => TeamChanges | Promise<TeamChanges>,
): Promise<TeamProfile> {
  const view = await transaction(world, scope, async (tx) => {
    const known = (await lockTeam(tx, tx.owner.teamId)) ?? (await demandTeam(tx, tx.owner.teamId))
    const columns = { ...(await columnsOf(known, tx)) }
    if (columns.email !== undefined) columns.former_emails = leaveEmail(tx, known, columns.email)
    const team = { ...known, ...columns }
    if (Object.keys(columns).length > 0) await setTeam(tx, team.id, columns)
    record(tx, changeOf(known, team))
    return profileView(world, team)
  })
  // The database signals other processes; this one must know before it answers.
  world.signals.tellHere('callers', scope.owner.teamId)
  return view
}

/** Whoever has the address that is left hears of it, and of banks for a while: a thief may be changing it. */
function leaveEmail(
  tx: Tx,
  { id, email: former, former_emails }: Team,
  email: string,
): Team['former_emails'] {
  if (email.toLowerCase() === former.toLowerCase()) return former_emails
  schedule(tx, teamMail, { at: tx.now, key: `${id} ${tx.newId('request')}`, payload: { former } })
  return withFormer(former_emails, former, tx.now)
}

/** How an agency is reached, and what it writes, stays out of the log, which is kept forever: only marks are in it. */
const MARKED = [
  'tax_id',
  'email',
  'reply_to',
  'phone',
  'whatsapp',
  'address',
  'invoice_footer',
  'payment_instructions',
] as const

function changeOf(before: Team, after: Team): Change {
  return { topic: 'settings', object: 'team', objectId: after.id, before: noted(before), after: noted(after) }
}

function noted({
  id,
  created_at,
  fee_cents,
  former_emails,
  ...team
}: Team): Readonly<Record<string, unknown>> {
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
