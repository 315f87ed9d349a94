// The first owner of an installation.
import type { Setup, SetupInput, SignIn } from '../../../contract/people.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { oneLine } from '../teams/profile.ts'
import { oldestTeam, setTeam } from '../teams/store.ts'
import { DEMO, readTerms, storeTeam } from '../teams/teams.ts'
import type { World } from '../world.ts'
import { findLink, useLink } from './account-links.ts'
import { newPassword } from './passwords.ts'
import { anyPerson, insertMembership, insertPerson, type PersonRow } from './person-store.ts'
import { type Browser, beginSession, handOver, hashToken } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'

// Makes the account of who owns the first team and runs the installation, for whoever has the setup link.

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
  // Before a password is hashed for whoever comes along. Where somebody came by an invitation the link has no use left.
  if ((await findLink(world.pool, which)) === undefined || (await anyPerson(world.pool)))
    fail('link_not_valid')
  const person: PersonRow = {
    id: makeId('person', now),
    email: input.email.toLowerCase(),
    name: input.name.trim(),
    password_hash: await newPassword(input.password, input, browser.address, world.passwordCost),
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
    if (name !== team.name || email !== team.email) await setTeam(tx, team.id, { name, email })
    return beginSession(world, tx, person.id, browser)
  })
  world.signals.tellHere('callers', team.id)
  return handOver(session, browser)
}

// Whether the first owner is still missing, and what their agency is called if somebody has said so.

export async function readSetup(db: Queryable): Promise<Setup> {
  if (await anyPerson(db)) return { needed: false, team_name: null }
  const name = (await oldestTeam(db))?.name ?? DEMO.name
  return { needed: true, team_name: name === DEMO.name ? null : name }
}
