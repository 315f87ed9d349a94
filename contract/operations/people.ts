// Operations on the people of the caller's team, on invitations to it, and on what their roles may do. People belong to
// a team and not to one of its modes: a test key lets nobody in.
import { data } from '../answers.ts'
import { PageQuery } from '../common.ts'
import type { Operations } from '../operation.ts'
import { actOn, changeOne, createOne, deleteOne, listAll } from '../resource-operations.ts'
import { invitations, people } from '../resources.ts'
import { RoleTable } from '../role-table.ts'
import { Invitation, InvitationInput, RoleInput, TeamPerson } from '../team-people.ts'

export const PEOPLE_OPERATIONS = {
  'roles.list': {
    method: 'GET',
    path: '/api/v1/roles',
    access: 'people.read',
    tag: 'People',
    summary: 'List roles and permissions',
    description:
      'What each role may do, and which operations need which permission. It is the same for every team.',
    answer: data(RoleTable),
  },
  'people.list': listAll(people, PageQuery, TeamPerson, 'List the people of the team', 'By name.'),
  'people.update': changeOne(people, {
    liveModeOnly: true,
    body: RoleInput,
    summary: 'Change the role of a person',
    description:
      'Effective at once, in open sessions too. Nobody gives more than they have: only owners make owners, and only ' +
      'owners change what an owner is.',
    answer: data(TeamPerson),
    errors: ['last_owner'],
  }),
  'people.remove': deleteOne(people, {
    summary: 'Remove a person from the team',
    description:
      'Effective at once, in open sessions too; invitations that they made and nobody has used end with it. The keys ' +
      'that they made stay: revoke those that they know.',
    liveModeOnly: true,
    answer: data(TeamPerson),
    errors: ['last_owner'],
  }),
  'invitations.list': listAll(
    invitations,
    PageQuery,
    Invitation,
    'List invitations',
    'Those that nobody has used yet, expired ones included; newest first.',
  ),
  'invitations.create': createOne(invitations, {
    summary: 'Invite a person',
    description:
      'Sends a mail with a link that works once, for seven days. The answer is the same whether the address has an ' +
      'account here or not. Nobody invites to more than they may do themselves.',
    liveModeOnly: true,
    body: InvitationInput,
    answer: data(Invitation),
    errors: ['already_a_member', 'already_invited', 'resource_limit_exceeded'],
  }),
  'invitations.resend': actOn(invitations, 'resend', {
    summary: 'Send an invitation again',
    description: 'With a new link, for seven days from now; the one before ends.',
    liveModeOnly: true,
    audit: 'access',
    answer: data(Invitation),
    errors: ['already_a_member', 'resource_limit_exceeded'],
  }),
  'invitations.withdraw': deleteOne(invitations, {
    summary: 'Withdraw an invitation',
    description: 'Its link ends at once.',
    liveModeOnly: true,
    answer: data(Invitation),
  }),
} as const satisfies Operations
