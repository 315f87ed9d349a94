// Invites somebody to a team by a link that works once, and sends it anew. Whoever invites learns nothing of whether
// the address has an account, and never sees the link: it goes to the address alone.
import { INVITATION_DAYS, INVITATION_MAILS_PER_DAY, INVITATIONS_MAX } from '../../../contract/limits.ts'
import type { Invitation, InvitationInput } from '../../../contract/team-people.ts'
import { randomToken } from '../../kernel/crypto/secrets.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond } from '../../kernel/outbox/refuse-beyond.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { type Giver, refuseToGive } from './giving.ts'
import {
  countInvitations,
  findInvitationOf,
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  renewInvitation,
  type SealedToken,
  withdrawInvitations,
} from './invitation-store.ts'
import { invitationChange, invitationView } from './invitation-view.ts'
import { sealToken } from './link-tokens.ts'
import { isMember, lockMembers } from './member-store.ts'
import { hashToken } from './sessions.ts'
import { refuseFormerOwner } from './team-people.ts'
import * as work from './work.ts'

const DAY_MS = 24 * 60 * 60_000

/** `shows` is told the token, for who hands it over by other ways than a mail. */
export async function invitePerson(
  world: World,
  scope: Scope,
  { email: written, role, language = 'pt-BR' }: InvitationInput,
  giver: Giver,
  shows: (token: string) => void = () => {},
): Promise<Invitation> {
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
    const row = { id, team_id: teamId, email, role, language, made_by: giver.id, created_at: tx.now, ...sent }
    const { token, stored } = makeToken(tx, id)
    await insertInvitation(tx, row, stored)
    record(tx, invitationChange(row, 'made'))
    sendMail(tx, row)
    shows(token)
    return invitationView(row)
  })
}

export async function resendInvitation(
  world: World,
  scope: Scope,
  id: string,
  giver: Giver,
): Promise<Invitation> {
  return transaction(world, scope, async (tx) => {
    await refuseWhoWent(tx, giver)
    await refuseTooManyMails(tx)
    const known = (await lockInvitation(tx, tx.owner.teamId, id)) ?? fail('invitation_not_found')
    refuseToGive(giver, known.role)
    if (await isMember(tx, tx.owner.teamId, known.email)) fail('already_a_member')
    const row = { ...known, sends: known.sends + 1, sent_at: tx.now, expires_at: endFrom(tx.now) }
    await renewInvitation(tx, row, makeToken(tx, id).stored)
    record(tx, invitationChange(row, 'sent again'))
    sendMail(tx, row)
    return invitationView(row)
  })
}

/**
 * Locked before anything else: who is being removed at this moment is waited for, and whoever removes them afterwards
 * finds what they sent out.
 */
async function refuseWhoWent(tx: Tx, giver: Giver): Promise<void> {
  refuseFormerOwner(await lockMembers(tx, tx.owner.teamId), giver)
}

/** Whoever invites and withdraws again and again must not write to half the world. */
async function refuseTooManyMails(tx: Tx): Promise<void> {
  const { mails } = await countInvitations(tx, tx.owner.teamId, tx.now)
  if (mails < INVITATION_MAILS_PER_DAY) return
  fail('resource_limit_exceeded', {
    advice: `a team may send ${INVITATION_MAILS_PER_DAY} mails with invitations a day; go on tomorrow`,
  })
}

function makeToken(tx: Tx, id: string): { token: string; stored: SealedToken } {
  const token = randomToken(32)
  return { token, stored: { hash: hashToken(token), sealed: sealToken(tx.secretBox, id, token) } }
}

function endFrom(now: Date): Date {
  return new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
}

function sendMail(tx: Tx, { id, sends }: InvitationRow): void {
  schedule(tx, work.invitationMail, { at: tx.now, key: `${id} ${sends}`, payload: { invitationId: id } })
}
