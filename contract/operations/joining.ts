// Operations of people on the teams they come to and leave: by the link of an invitation, and of their own will.
import Type from 'typebox'
import { data } from '../answers.ts'
import { IdOf } from '../common.ts'
import type { Operations } from '../operation.ts'
import {
  ErrandBegun,
  InvitationAnswer,
  InvitationIdentity,
  InvitationShown,
  InvitationToken,
  Joined,
  TeamPerson,
} from '../team-people.ts'

const tag = 'People'

/** For whoever has the link of an invitation. */
const byLink = { method: 'POST', access: 'limited', tag } as const

export const JOINING_OPERATIONS = {
  'invitations.show': {
    ...byLink,
    path: '/api/v1/invitations/show',
    summary: 'What an invitation is for',
    description:
      'For whoever has its link: which team, as what, and whether the address has an account here.',
    body: InvitationToken,
    answer: data(InvitationShown),
    errors: ['link_not_valid'],
  },
  'invitations.accept': {
    ...byLink,
    path: '/api/v1/invitations/accept',
    forBrowser: true,
    summary: 'Take an invitation up',
    description:
      'Makes the account and signs it in; where the address has one, its password is asked for, nothing of it is ' +
      'changed and no session is begun.',
    body: InvitationAnswer,
    status: 201,
    answer: data(Joined),
    errors: [
      'sign_in_failed',
      'too_many_attempts',
      'cross_site_request',
      'link_not_valid',
      'email_already_registered',
      'already_a_member',
    ],
  },
  'invitations.identify': {
    ...byLink,
    path: '/api/v1/invitations/identify',
    body: InvitationIdentity,
    answer: data(ErrandBegun),
    errors: ['link_not_valid', 'cross_site_request', 'identity_provider_not_found', 'identity_provider_away'],
    forBrowser: true,
    summary: 'Take an invitation up through a provider of identities',
    description:
      'Who comes back from there with the checked address that was invited has the account and is signed in. What ' +
      'goes wrong on the way is told at /painel/entrar.',
  },
  'profile.joinTeam': {
    method: 'POST',
    path: '/api/v1/profile/teams',
    access: 'person',
    tag,
    summary: 'Take an invitation up as who is signed in',
    description: 'It must have been sent to the address of the account.',
    status: 201,
    answer: data(Joined),
    body: InvitationToken,
    errors: ['link_not_valid', 'invitation_for_another_person', 'already_a_member'],
  },
  'profile.leaveTeam': {
    params: Type.Object({ id: IdOf('team', 'team') }),
    method: 'DELETE',
    path: '/api/v1/profile/teams/:id',
    access: 'person',
    tag,
    summary: 'Leave a team',
    description: 'Effective at once. The last owner of a team cannot leave it.',
    errors: ['team_not_found', 'last_owner'],
    answer: data(TeamPerson),
  },
} as const satisfies Operations
