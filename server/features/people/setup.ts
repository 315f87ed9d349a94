// The setup link, and the first owner of an installation, who is created by it.
import type { Setup, SetupInput, SignIn } from '../../../contract/people.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { committed } from '../../kernel/db/committed.ts'
import { lockInTransaction, type Queryable, statement } from '../../kernel/db/db.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { oneLine } from '../teams/profile.ts'
import { oldestTeam, setTeam } from '../teams/store.ts'
import { DEMO, readTerms, storeTeam } from '../teams/teams.ts'
import type { World } from '../world.ts'
import { decryptToken, encryptToken, findLink, insertLink, useLink } from './account-links.ts'
import { newPassword } from './passwords.ts'
import { anyPerson, insertMembership, insertPerson, type PersonRow } from './person-store.ts'
import { type Browser, beginSession, handOver, hashToken } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'

const TEAM_NAME = 'Minha agência'

export async function setUp(
  world: World<PeopleConfig>,
  input: SetupInput,
  browser: Browser,
): Promise<SignIn> {
  oneLine('name', input.name)
  if (input.team_name !== undefined) oneLine('team_name', input.team_name)
  const now = world.wall.now()
  const which = { tokenHash: hashToken(input.token), purpose: 'setup', now } as const
  // Checked before a password is hashed. If a person joined by an invitation, the link is not needed any more.
  if ((await findLink(world.pool, which)) === undefined || (await anyPerson(world.pool)))
    fail('link_not_valid')
  const person: PersonRow = {
    id: makeId('person', now),
    email: input.email.toLowerCase(),
    name: input.name.trim(),
    password_hash: await newPassword(input.password, input, { account: input.email }, world.passwordCost),
    language: input.language ?? 'pt-BR',
    is_operator: true,
    created_at: now,
  }
  const known = await oldestTeam(world.pool)
  const name = input.team_name?.trim() ?? known?.name ?? TEAM_NAME
  const team = known ?? readTerms({ name, email: person.email }, now)
  const email = team.email === DEMO.email ? person.email : team.email
  const { address, requestId } = browser
  const by = {
    type: 'person',
    id: person.id,
    name: person.name,
    address,
    requestId,
    action: 'setup.create',
  } as const
  const scope = { owner: { teamId: team.id, mode: 'live' }, clock: world.wall, by } as const
  const session = await transaction(world, scope, async (tx) => {
    if ((await useLink(tx, which.tokenHash, which.purpose, now)) === undefined) fail('link_not_valid')
    if (await anyPerson(tx)) fail('link_not_valid')
    if (known === undefined) await storeTeam(tx, team)
    if (!(await insertPerson(tx, person))) fail('email_already_registered')
    await insertMembership(tx, { person_id: person.id, team_id: team.id, role: 'owner', created_at: now })
    const after = { role: 'owner', is_operator: true }
    record(tx, { topic: 'access', object: 'person', objectId: person.id, before: null, after })
    const about = { topic: 'settings', object: 'team', objectId: team.id } as const
    record(tx, { ...about, before: { name: team.name }, after: { name } })
    if (name !== team.name || email !== team.email)
      await setTeam(tx, team.id, { name, email, updated_at: now })
    return beginSession(world, tx, { personId: person.id, browser })
  })
  world.signals.notifyHere('callers', team.id)
  return handOver(session, browser)
}

/** Whether the first owner is missing, and the name of their agency, if given. */
export async function readSetup(db: Queryable): Promise<Setup> {
  if (await anyPerson(db)) return { needed: false, team_name: null }
  const name = (await oldestTeam(db))?.name ?? DEMO.name
  return { needed: true, team_name: name === DEMO.name ? null : name }
}

const selectSetup = statement<{ id: string; encrypted_token: Buffer | null }>(`
  select id, encrypted_token from one_time_links where purpose = 'setup' and used_at is null`)

/** The valid setup link. The lock makes sure that processes starting together create one. */
async function lockSetupLink(
  tx: Queryable,
): Promise<{ id: string; encrypted_token: Buffer | null } | undefined> {
  await lockInTransaction(tx, 'the setup link')
  return (await selectSetup(tx))[0]
}

const deleteSetup = statement(`delete from one_time_links where purpose = 'setup' and used_at is null`)

async function dropSetupLink(db: Queryable): Promise<void> {
  await deleteSetup(db)
}

const SETUP_TOKEN_BYTES = 32

const PATH = '/painel/primeiro-acesso'

/** Browsers trust localhost by its name, and allow passkeys there. */
const OWN_MACHINE = /^http:\/\/(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/

/** Null once there is a person. The token is behind #, so that no log contains it. */
export async function readSetupLink(world: World): Promise<string | null> {
  return linkWith(world, { isNew: false })
}

/** Creates a new link; the previous one ends. */
export async function renewSetupLink(world: World): Promise<string | null> {
  return linkWith(world, { isNew: true })
}

/**
 * The setup link lets the first owner create their account. It is stored encrypted, so that every start can show it.
 */
async function linkWith(world: World, { isNew }: { isNew: boolean }): Promise<string | null> {
  const { pool, secretBox, address } = world
  if (await anyPerson(pool)) return null
  const token = await committed(pool, async (client) => {
    const link = await lockSetupLink(client)
    if (isNew || link?.encrypted_token == null) return replace(client, world)
    return decryptToken(secretBox, link.id, link.encrypted_token)
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
    created_by: null,
  } as const
  const about = { person_id: null, team_id: null, email: null, role: null }
  await dropSetupLink(db)
  await insertLink(db, { ...link, ...about }, hashToken(token), encryptToken(secretBox, id, token))
  return token
}
