// One-time links of an account: reset, setup, and their tokens.
import type { ResetCompletion, ResetInput } from '../../../contract/account.ts'
import type { Role } from '../../../contract/roles.ts'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { committed } from '../../kernel/db/committed.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { anyTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { lockWaysIn } from './factors/store.ts'
import { dropIdentities } from './identities/store.ts'
import { accountMailJob, personMailJob } from './jobs.ts'
import { newPassword } from './passwords.ts'
import {
  anyPerson,
  demandPersonNamed,
  findPerson,
  findPersonByEmail,
  type PersonRow,
  setPasswordHash,
} from './person-store.ts'
import { endSessions } from './session-store.ts'
import { type Browser, hashToken } from './sessions.ts'
import { accountChange, actorAt, atHome, takeAttempt } from './sign-in.ts'

// The only SQL on links that work once.

export interface LinkRow {
  readonly id: string
  readonly purpose: 'setup' | 'invitation' | 'reset' | 'email'
  readonly person_id: string | null
  readonly team_id: string | null
  readonly email: string | null
  readonly role: Role | null
  readonly created_at: Date
  /** Null: valid until used. */
  readonly expires_at: Date | null
  readonly used_at: Date | null
  /** The person who made it; null for the service or the command line. */
  readonly made_by: string | null
}

const insert = statement(`
  insert into one_time_links (id, token_hash, purpose, person_id, team_id, email, role, created_at, expires_at, made_by,
    sealed_token)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

/** `sealedToken` is its token, sealed, where it is to be shown until it is used. */
export async function insertLink(
  db: Queryable,
  link: LinkRow,
  tokenHash: Buffer,
  sealedToken: Buffer | null,
): Promise<void> {
  const { id, purpose, person_id, team_id, email, role, created_at, expires_at, made_by } = link
  const about = [person_id, team_id, email, role]
  await insert(db, id, tokenHash, purpose, ...about, created_at, expires_at, made_by, sealedToken)
}

const COLUMNS = 'id, purpose, person_id, team_id, email, role, created_at, expires_at, used_at, made_by'

const VALID =
  'token_hash = $1 and purpose = $2 and used_at is null and (expires_at is null or expires_at > $3)'

const updateUsed = statement<LinkRow>(`
  update one_time_links set used_at = $3, sealed_token = null where ${VALID}
  returning ${COLUMNS}`)

/** The link, used from now on; of two who come with it at once, one has it. */
export async function useLink(
  db: Queryable,
  tokenHash: Buffer,
  purpose: LinkRow['purpose'],
  now: Date,
): Promise<LinkRow | undefined> {
  return (await updateUsed(db, tokenHash, purpose, now))[0]
}

const selectValid = statement<LinkRow>(`
  select ${COLUMNS} from one_time_links where ${VALID}`)

/** The same without using it, for what must be looked at first. */
export async function findLink(
  db: Queryable,
  which: { readonly tokenHash: Buffer; readonly purpose: LinkRow['purpose']; readonly now: Date },
): Promise<LinkRow | undefined> {
  return (await selectValid(db, which.tokenHash, which.purpose, which.now))[0]
}

const selectYoung = statement(`
  select from one_time_links where person_id = $1 and purpose = $2 and used_at is null and created_at > $3`)

/** Whether one of this kind was made for the person since then. */
export async function hasYoungLink(
  db: Queryable,
  personId: string,
  purpose: LinkRow['purpose'],
  since: Date,
): Promise<boolean> {
  return (await selectYoung(db, personId, purpose, since)).length > 0
}

const deleteOf = statement(`delete from one_time_links where person_id = $1 and purpose = any($2::text[])`)

/** Those of a person that change how they come in, used or not. */
export async function dropLinks(
  db: Queryable,
  personId: string,
  purposes: readonly LinkRow['purpose'][] = ['reset', 'email'],
): Promise<void> {
  await deleteOf(db, personId, purposes)
}

const selectSetup = statement<{ id: string; sealed_token: Buffer | null }>(`
  select id, sealed_token from one_time_links where purpose = 'setup' and used_at is null`)

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('the setup link', 0))`)

/** The one setup link that is valid. Of several who start at once, one makes it. */
async function lockSetupLink(
  tx: Queryable,
): Promise<{ id: string; sealed_token: Buffer | null } | undefined> {
  await lock(tx)
  return (await selectSetup(tx))[0]
}

const deleteSetup = statement(`delete from one_time_links where purpose = 'setup' and used_at is null`)

async function dropSetupLink(db: Queryable): Promise<void> {
  await deleteSetup(db)
}

const deleteOld = statement(`
  delete from one_time_links where id = any(array(
    select id from one_time_links where coalesce(used_at, withdrawn_at, expires_at) < $1 limit 1000)) returning 1`)

/** Forgets links that ended before then, a bounded number at once; true when more may be left. */
export async function forgetOldLinks(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}

// The tokens of links, as they are kept until they were used: sealed, and bound to their link.

export function sealToken(box: SecretBox, linkId: string, token: string): Buffer {
  return box.seal(token, placeOf(linkId))
}

export function openToken(box: SecretBox, linkId: string, sealed: Buffer): string {
  return box.open(sealed, placeOf(linkId))
}

function placeOf(linkId: string): string {
  return `one_time_links.sealed_token:${linkId}`
}

// Makes a link by which somebody comes into their account anew; the one before it of its kind ends.

const TOKEN_BYTES = 32
const LIFE_MS = 3_600_000

/** Its id. The token is put into the mail when that is sent; `shows` is told it, for who hands it over otherwise. */
export async function makeAccountLink(
  tx: Tx,
  purpose: 'reset' | 'email',
  personId: string,
  email: string,
  shows: (token: string) => void = () => {},
): Promise<string> {
  const id = tx.newId('invitation')
  const token = randomToken(TOKEN_BYTES)
  const about = { person_id: personId, team_id: null, email, role: null, made_by: personId }
  const expires_at = new Date(tx.now.getTime() + LIFE_MS)
  const times = { created_at: tx.now, expires_at, used_at: null }
  await dropLinks(tx, personId, [purpose])
  await insertLink(
    tx,
    { id, purpose, ...about, ...times },
    hashToken(token),
    sealToken(tx.secretBox, id, token),
  )
  shows(token)
  return id
}

// Makes a link to a new password for whoever has the command line to hand over: the way back in for an owner where no
// mail can be sent.

/** Whose it is, and its token, which works once within an hour as that of a mail does. */
export async function resetAtHand(
  world: World,
  email: string,
): Promise<{ person: PersonRow; token: string }> {
  const person = await demandPersonNamed(world.pool, email)
  let token = ''
  await atHome(world, person.id, world.by, async (tx) => {
    await lockWaysIn(tx, person.id)
    await makeAccountLink(tx, 'reset', person.id, person.email, (made) => {
      token = made
    })
    record(tx, accountChange(person.id, 'reset_link_shown'))
  })
  return { person, token }
}

// Asks for a link to a new password. Whether the address has an account is found out by due work, so that neither the
// answer nor its time can tell.

const DONE = { success: true } as const

export async function askReset(world: World, { email: written }: ResetInput, { address }: Browser) {
  const email = written.toLowerCase()
  // Counted beside attempts at its password: neither uses the other up. It is never given back.
  await takeAttempt(world, `reset ${email}`, address)
  if (!(await anyTeam(world.pool))) return DONE
  const person = await findPersonByEmail(world.pool, email)
  await atHome(world, person?.id, undefined, async (tx) => {
    const payload = { letter: 'reset', email, personId: null } as const
    schedule(tx, accountMailJob, { at: tx.now, key: `reset ${tx.newId('request')}`, payload })
  })
  return DONE
}

// Sets a new password for who has the link of a reset. It ends every session and every other link of the account, and
// begins none: whoever has the mailbox alone still lacks the second factor.

export async function completeReset(world: World, { token, password }: ResetCompletion, browser: Browser) {
  const { pool, wall } = world
  const tokenHash = hashToken(token)
  const link = await findLink(pool, { tokenHash, purpose: 'reset', now: wall.now() })
  const person = (await findPerson(pool, link?.person_id ?? '')) ?? fail('link_not_valid')
  const hash = await newPassword(password, person, browser.address, world.passwordCost)
  await atHome(world, person.id, actorAt(person, browser, 'passwordResets.complete'), async (tx) => {
    await lockWaysIn(tx, person.id)
    if ((await useLink(tx, tokenHash, 'reset', tx.now)) === undefined) fail('link_not_valid')
    await setPasswordHash(tx, person.id, hash)
    await endSessions(tx, { personId: person.id }, tx.now)
    await dropLinks(tx, person.id)
    await dropIdentities(tx, person.id)
    record(tx, accountChange(person.id, 'password_reset'))
    const key = `${person.id} reset ${tx.now.toISOString()}`
    schedule(tx, personMailJob, {
      at: tx.now,
      key,
      payload: { personId: person.id, notice: 'password_changed' },
    })
  })
  world.signals.tellHere('callers', person.id)
  return { success: true } as const
}

// The link by which the first owner of an installation makes their account: valid until it is used, and kept sealed so
// that every start can show it again.

const SETUP_TOKEN_BYTES = 32
const PATH = '/painel/primeiro-acesso'

/** By its name a browser on the same machine trusts it, and takes passkeys for it. */
const OWN_MACHINE = /^http:\/\/(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/

/** Null once there is somebody. The token stands behind #, so that it reaches no log. */
export async function readSetupLink(world: World): Promise<string | null> {
  return linkWith(world, { isNew: false })
}

/** A new one; the one before it works no longer. */
export async function renewSetupLink(world: World): Promise<string | null> {
  return linkWith(world, { isNew: true })
}

async function linkWith(world: World, { isNew }: { isNew: boolean }): Promise<string | null> {
  const { pool, secretBox, address } = world
  if (await anyPerson(pool)) return null
  const token = await committed(pool, async (client) => {
    const link = await lockSetupLink(client)
    if (isNew || link?.sealed_token == null) return replace(client, world)
    return openToken(secretBox, link.id, link.sealed_token)
  })
  return `${address.url.replace(OWN_MACHINE, 'http://localhost')}${PATH}#${token}`
}

async function replace(db: Queryable, { secretBox, wall }: World): Promise<string> {
  const now = wall.now()
  const token = randomToken(SETUP_TOKEN_BYTES)
  const id = makeId('invitation', now)
  const link = {
    id,
    purpose: 'setup',
    created_at: now,
    expires_at: null,
    used_at: null,
    made_by: null,
  } as const
  const about = { person_id: null, team_id: null, email: null, role: null }
  await dropSetupLink(db)
  await insertLink(db, { ...link, ...about }, hashToken(token), sealToken(secretBox, id, token))
  return token
}
