// Invitations to a team: sent, accepted, withdrawn.
import { INVITATION_DAYS, INVITATION_MAILS_PER_DAY, INVITATIONS_MAX } from '../../../contract/limits.ts'
import { INVITATION_PAGE } from '../../../contract/links.ts'
import type {
  Invitation,
  InvitationAnswer,
  InvitationInput,
  InvitationShown,
  Joined,
  SentInvitation,
} from '../../../contract/people.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Actor, record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { findKey } from '../teams/key-store.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { encryptToken } from './account-links.ts'
import {
  countInvitations,
  type EncryptedToken,
  findByToken,
  findInvitationOf,
  type InvitationRow,
  insertInvitation,
  invitationChange,
  invitationView,
  lockInvitation,
  renewInvitation,
  useInvitation,
  withdrawInvitations,
} from './invitation-store.ts'
import * as jobs from './jobs.ts'
import {
  type Giver,
  isPersonId,
  membershipChange,
  refuseFormerOwner,
  refuseStronger,
  refuseToGive,
} from './members.ts'
import { newPassword } from './passwords.ts'
import {
  findPersonByEmail,
  insertMembership,
  insertPerson,
  isMember,
  isOwner,
  lockMembers,
  type PersonRow,
} from './person-store.ts'
import { type Browser, beginSession, handOver, hashToken, type SignedIn } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'
import { demandPerson } from './sign-in.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * The inviter does not learn whether the address has an account, and never sees the link. `shows` receives the token at
 * the command line, which delivers it without a mail.
 */
export async function invitePerson(
  world: World,
  scope: Scope,
  { email: written, role, language = 'pt-BR' }: InvitationInput,
  {
    giver,
    shows = () => {},
  }: { readonly giver: Giver; readonly shows?: ((token: string) => void) | undefined },
): Promise<SentInvitation> {
  refuseToGive(giver, role)
  const email = written.toLowerCase()
  return transaction(world, scope, async (tx) => {
    const { teamId } = tx.owner
    await refuseWhoWent(tx, giver)
    const open = async () => (await countInvitations(tx, teamId, tx.now)).open
    await refuseBeyond(tx, { most: INVITATIONS_MAX, what: 'open invitations', count: open })
    await refuseTooManyMails(tx)
    if (await isMember(tx, teamId, email)) fail('already_a_member')
    const before = await findInvitationOf(tx, teamId, email)
    if (before !== undefined && before.expires_at > tx.now) fail('already_invited')
    if (before !== undefined) await withdrawInvitations(tx, teamId, { id: before.id }, tx.now)
    const id = tx.newId('invitation')
    const sent = { sends: 1, sent_at: tx.now, expires_at: endFrom(tx.now) }
    const row = {
      id,
      team_id: teamId,
      email,
      role,
      language,
      created_by: giver.id,
      created_at: tx.now,
      ...sent,
    }
    const { token, stored } = makeToken(tx, id)
    await insertInvitation(tx, row, stored)
    record(tx, invitationChange(row, 'made'))
    sendMail(tx, row)
    shows(token)
    return { ...invitationView(row), link: linkToHandOver(world, token) }
  })
}

export async function resendInvitation(
  world: World,
  scope: Scope,
  id: string,
  giver: Giver,
): Promise<SentInvitation> {
  return transaction(world, scope, async (tx) => {
    await refuseWhoWent(tx, giver)
    await refuseTooManyMails(tx)
    const known = (await lockInvitation(tx, tx.owner.teamId, id)) ?? fail('invitation_not_found')
    refuseToGive(giver, known.role)
    if (await isMember(tx, tx.owner.teamId, known.email)) fail('already_a_member')
    const row = { ...known, sends: known.sends + 1, sent_at: tx.now, expires_at: endFrom(tx.now) }
    const { token, stored } = makeToken(tx, id)
    await renewInvitation(tx, row, stored)
    record(tx, invitationChange(row, 'sent again'))
    sendMail(tx, row)
    return { ...invitationView(row), link: linkToHandOver(world, token) }
  })
}

/** Null if a mail server sends the link. */
function linkToHandOver({ mailer, address }: World, token: string): string | null {
  return mailer.kind === 'smtp' ? null : invitationUrl(address.url, token)
}

export function invitationUrl(url: string, token: string): string {
  return `${url}${INVITATION_PAGE}#${token}`
}

/** Locked first: if the inviter is being removed, this waits for it, and a later removal finds the invitation. */
async function refuseWhoWent(tx: Tx, giver: Giver): Promise<void> {
  refuseFormerOwner(await lockMembers(tx, tx.owner.teamId), giver)
}

/** Repeated invitations must not become a way to send mail to strangers. */
async function refuseTooManyMails(tx: Tx): Promise<void> {
  const { mails } = await countInvitations(tx, tx.owner.teamId, tx.now)
  if (mails < INVITATION_MAILS_PER_DAY) return
  fail(
    'resource_limit_exceeded',
    adviceWith('a team may send {most} mails with invitations a day; go on tomorrow', {
      most: INVITATION_MAILS_PER_DAY,
    }),
  )
}

function makeToken(tx: Tx, id: string): { token: string; stored: EncryptedToken } {
  const token = randomToken(32)
  return { token, stored: { hash: hashToken(token), encrypted: encryptToken(tx.secretBox, id, token) } }
}

function endFrom(now: Date): Date {
  return new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
}

function sendMail(tx: Tx, { id, sends }: InvitationRow): void {
  schedule(tx, jobs.invitationMailJob, { at: tx.now, key: `${id} ${sends}`, payload: { invitationId: id } })
}

/** The valid invitation of this token. */
export async function demandInvitation({ pool, wall }: World, tokenHash: Buffer): Promise<InvitationRow> {
  const found = (await findByToken(pool, tokenHash, wall.now())) ?? fail('link_not_valid')
  const { created_by: maker, team_id } = found
  const key = maker?.startsWith('key_') ? await findKey(pool, maker) : undefined
  // Invitations end with the key that created them, and with the ownership of the person who did.
  const end = key && (key.revoked_at ?? key.expires_at)
  if (end != null && end <= wall.now()) fail('link_not_valid')
  if (isPersonId(maker) && !(await isOwner(pool, team_id, maker))) fail('link_not_valid')
  return found
}

interface Joining {
  invitation: InvitationRow
  tokenHash: Buffer
  person: Pick<PersonRow, 'id' | 'email'>
  by: Actor
}

/** Uses the invitation up and adds the person to the team. `begin` runs first, in the same transaction. */
export async function join<Begun>(
  world: World,
  { invitation, tokenHash, person, by }: Joining,
  begin: (tx: Tx) => Promise<Begun>,
): Promise<{ joined: Joined; begun: Begun }> {
  const { team_id, role } = invitation
  const scope = { ...(await scopeOf(world, { teamId: team_id, mode: 'live' })), by }
  const done = await transaction(world, scope, async (tx) => {
    const used = { id: invitation.id, tokenHash, now: tx.now }
    if (!(await useInvitation(tx, used))) fail('link_not_valid')
    if (await isMember(tx, team_id, person.email)) fail('already_a_member')
    const begun = await begin(tx)
    // Joined by another link at the same moment.
    if (!(await insertMembership(tx, { person_id: person.id, team_id, role, created_at: tx.now })))
      fail('already_a_member')
    record(tx, membershipChange(person.id, null, role))
    record(tx, invitationChange(invitation, 'accepted'))
    const { id, name } = await demandTeam(tx, team_id)
    return { joined: { team: { id, name }, person_id: person.id, email: person.email, role }, begun }
  })
  world.signals.notifyHere('callers', person.id)
  return done
}

/** For the holder of the link, who controls the mailbox. */
export async function showInvitation(world: World, token: string): Promise<InvitationShown> {
  const { team_id, email, role, language, expires_at } = await demandInvitation(world, hashToken(token))
  const { name: team } = await demandTeam(world.pool, team_id)
  const has_account = (await findPersonByEmail(world.pool, email)) !== undefined
  return { team, email, role, language, expires_at: isoTimestamp(expires_at), has_account }
}

/**
 * Signs a new person in. An existing person proves only their password here, so they sign in apart, with their factors.
 */
export async function acceptInvitation(
  world: World<PeopleConfig>,
  { token, name, password }: InvitationAnswer,
  browser: Browser,
): Promise<Joined> {
  const invitation = await demandInvitation(world, hashToken(token))
  const known = await findPersonByEmail(world.pool, invitation.email)
  if (known !== undefined)
    await demandPerson(world, {
      email: known.email,
      password,
      address: browser.address,
      deviceOf: browser.device?.personId,
    })
  const person = known ?? (await newPerson(world, invitation, { name, password }))
  const { address, requestId } = browser
  const by = { ...actorBy(person), address, requestId, action: 'invitations.accept' }
  const { joined, begun } = await join(
    world,
    { invitation, tokenHash: hashToken(token), person, by },
    async (tx) => {
      if (known !== undefined) return null
      if (!(await insertPerson(tx, person))) fail('email_already_registered')
      return beginSession(world, tx, { personId: person.id, browser })
    },
  )
  if (begun !== null) handOver(begun, browser)
  return joined
}

/** For a signed-in person; the invitation must be for their address. */
export async function joinTeam(
  world: World,
  { person }: SignedIn,
  token: string,
  by: Actor,
): Promise<Joined> {
  const invitation = await demandInvitation(world, hashToken(token))
  if (invitation.email !== person.email) fail('invitation_for_another_person')
  return (await join(world, { invitation, tokenHash: hashToken(token), person, by }, async () => null)).joined
}

async function newPerson(
  { wall, passwordCost }: World,
  { email, language }: InvitationRow,
  { name: written = '', password }: { name: string | undefined; password: string },
): Promise<PersonRow> {
  const now = wall.now()
  const name = written.trim()
  if (name === '') failField('name', 'is required, as this address has no account yet')
  return {
    id: makeId('person', now),
    email,
    name,
    password_hash: await newPassword(password, { name, email }, { account: email }, passwordCost),
    language,
    is_operator: false,
    created_at: now,
  }
}

function actorBy({ id, name }: Pick<PersonRow, 'id' | 'name'>): Pick<Actor, 'type' | 'id' | 'name'> {
  return { type: 'person', id, name }
}

/** By a caller who may remove a person of that role. */
export async function withdrawInvitation(
  world: World,
  scope: Scope,
  id: string,
  giver: Giver,
): Promise<Invitation> {
  return transaction(world, scope, async (tx) => {
    await refuseWhoWent(tx, giver)
    const [ended = fail('invitation_not_found')] = await withdrawInvitations(
      tx,
      tx.owner.teamId,
      { id },
      tx.now,
    )
    refuseStronger(ended, giver)
    record(tx, invitationChange(ended, 'withdrawn'))
    return invitationView(ended)
  })
}
