// Pages of the people of a team, and of the invitations that nobody has used.
import type { Invitation, TeamPerson } from '../../../contract/team-people.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { countInvitations, listInvitations } from './invitation-store.ts'
import { invitationView } from './invitation-view.ts'
import { countMembers, listMembers } from './member-store.ts'
import { memberView } from './team-people.ts'

export async function readPeople(db: Queryable, teamId: string, page: Page): Promise<Listing<TeamPerson>> {
  const total = await countMembers(db, teamId)
  const members = await listMembers(db, teamId, page)
  return { items: members.map(memberView), total }
}

export async function readInvitations(
  db: Queryable,
  teamId: string,
  page: Page,
  now: Date,
): Promise<Listing<Invitation>> {
  const { total } = await countInvitations(db, teamId, now)
  const invitations = await listInvitations(db, teamId, page)
  return { items: invitations.map(invitationView), total }
}
