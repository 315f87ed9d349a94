// The SQL on sessions.
import type { PersonLanguage } from '../../../contract/people.ts'
import type { Role } from '../../../contract/roles.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import { TEAM_COLUMNS, type TeamColumns } from '../teams/caller.ts'

export interface SessionRow {
  readonly id: string
  readonly person_id: string
  readonly created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
  readonly address: string | null
  /** The network that the address is counted as. */
  readonly network: string | null
  readonly user_agent: string | null
  readonly ended_at: Date | null
  readonly awaits_factor: boolean
  readonly second_factor_at: Date | null
  /** The identity at a provider by which the session began. */
  readonly identity_id: string | null
}

const insert = statement<{ id: string }>(`
  insert into sessions (id, token_hash, person_id, created_at, last_used_at, expires_at, address, network,
    user_agent, awaits_factor, second_factor_at, identity_id)
  select $1, $2, id, $4, $4, $5, $6, $7, $8, $9, $10, $12 from people
  where id = $3 and ($11::text is null or password_hash = $11)
    and ($12::text is null or exists (select from identities where identities.id = $12 for key share)) for share
  returning id`)

/**
 * Inserts a session as just used. False if its password changed or its identity was removed: both end sessions, and the
 * second of two concurrent changes sees the first.
 */
export async function insertSession(
  db: Queryable,
  session: SessionRow,
  tokenHash: Buffer,
  passwordHash: string | null,
): Promise<boolean> {
  const { id, person_id, created_at, expires_at, address, network, user_agent } = session
  const rest = [address, network, user_agent, session.awaits_factor, session.second_factor_at]
  const proofs = [passwordHash, session.identity_id]
  const begun = await insert(db, id, tokenHash, person_id, created_at, expires_at, ...rest, ...proofs)
  return begun.length === 1
}

type Signed = Pick<SessionRow, 'created_at' | 'last_used_at' | 'expires_at' | 'awaits_factor'> & {
  readonly session_id: string
  readonly person_id: string
  readonly name: string
  readonly email: string
  readonly language: PersonLanguage
  readonly is_operator: boolean
}

type InTeam = TeamColumns & { readonly role: Role }

/** A person without a team has one row, without a team. */
export type SignedRow = Signed & (InTeam | Readonly<Record<keyof InTeam, null>>)

const selectSigned = statement<SignedRow>(`
  select s.id as session_id, s.person_id, s.created_at, s.last_used_at, s.expires_at, s.awaits_factor,
    p.name, p.email, p.language, p.is_operator, m.role, ${TEAM_COLUMNS}
  from sessions s join people p on p.id = s.person_id
    left join memberships m on m.person_id = p.id left join teams t on t.id = m.team_id
  where s.token_hash = $1 and s.ended_at is null
  order by t.name, t.id`)

/** The session with this hash and its person, one row for each team; none if it ended. */
export async function findSigned(db: Queryable, tokenHash: Buffer): Promise<SignedRow[]> {
  return selectSigned(db, tokenHash)
}

const updateUses = statement(`
  update sessions s set last_used_at = greatest(s.last_used_at, u.at)
  from unnest($1::text[], $2::timestamptz[]) as u (id, at) where s.id = u.id`)

export async function recordSessionUses(db: Queryable, uses: ReadonlyMap<string, Date>): Promise<void> {
  await updateUses(db, [...uses.keys()], [...uses.values()])
}

/** For one person, and as many that wait for a second factor. */
const SESSIONS_MAX = 200

const OPEN = 'ended_at is null and expires_at > $2 and not awaits_factor'

const selectOpen = statement<SessionRow>(`
  select id, person_id, created_at, last_used_at, expires_at, address, network, user_agent, ended_at, awaits_factor,
    second_factor_at, identity_id
  from sessions where person_id = $1 and ${OPEN} and last_used_at > $3
  order by last_used_at desc, id desc limit ${SESSIONS_MAX}`)

/** Valid sessions: neither ended nor expired, and used since then. */
export async function listSessions(
  db: Queryable,
  personId: string,
  now: Date,
  usedSince: Date,
): Promise<SessionRow[]> {
  return selectOpen(db, personId, now, usedSince)
}

const updateEnded = statement<{ person_id: string }>(`
  update sessions set ended_at = $2 where ended_at is null
    and (token_hash = $1 or (person_id = $3 and ($4::text is null or id = $4) and ($5::text is null or id <> $5)
      and ($6::text is null or identity_id = $6)))
  returning person_id`)

/** Selects the session with a token, or those of a person: one, all but one, or those of an identity. */
export type Which =
  | { readonly tokenHash: Buffer }
  | {
      readonly personId: string
      readonly id?: string
      readonly butNot?: string
      readonly identityId?: string
    }

/** The people whose sessions ended. */
export async function endSessions(db: Queryable, which: Which, now: Date): Promise<string | undefined> {
  const { tokenHash, personId, id, butNot, identityId }: Partial<Record<string, string | Buffer>> = which
  const named = [personId, id, butNot, identityId].map((one) => one ?? null)
  const ended = await updateEnded(db, tokenHash ?? null, now, ...named)
  return ended[0]?.person_id
}

const selectPlace = statement(`
  select from sessions s join people p on p.id = s.person_id
  where p.email = $1 and s.network = $2 and s.created_at > $3 and not s.awaits_factor limit 1`)

/** Whether the person with this address signed in from there since then. */
export async function isKnownPlace(
  db: Queryable,
  email: string,
  network: string,
  since: Date,
): Promise<boolean> {
  return (await selectPlace(db, email, network, since)).length > 0
}

const deleteOld = statement(`
  delete from sessions where id = any(array(
    select id from sessions where expires_at < $1 order by expires_at limit 1000)) returning 1`)

/** Deletes sessions that ended before then, in a bounded batch. Returns true if more may remain. */
export async function forgetOldSessions(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}

const deleteMany = statement(`
  delete from sessions where id = any(array(
    select id from (
      select id, row_number() over (partition by person_id, awaits_factor order by created_at desc, id desc) as place
      from sessions) placed
    where place > ${SESSIONS_MAX} limit 10000)) returning 1`)

/** Deletes the oldest waiting sessions of one person, which have no other limit. Returns true if more may remain. */
export async function forgetManySessions(db: Queryable): Promise<boolean> {
  return (await deleteMany(db)).length > 0
}
