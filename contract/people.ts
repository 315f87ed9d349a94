// People in the API: the shapes of `/profile` and of sessions.
import Type from 'typebox'
import { ChangedQuery, IdOf, Nullable, Timestamp } from './common.ts'
import { PASSWORD_CHARACTERS_MIN, PERSON_NAME_CHARACTERS_MAX } from './limits.ts'
import type { Operations } from './operation.ts'
import { actOn, changeOne, createOne, deleteOne, listAll } from './resource-operations.ts'
import { invitations, people } from './resources.ts'
import { data } from './responses.ts'
import { ROLES, RoleTable } from './roles.ts'

const PERSON_LANGUAGES = ['pt-BR', 'en'] as const
export type PersonLanguage = (typeof PERSON_LANGUAGES)[number]

export const Membership = Type.Object({
  id: Type.String({ description: 'Team id (team_), for the header Embarque-Team' }),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
})

export const Profile = Type.Object({
  id: Type.String({ description: 'Person id (usr_)' }),
  name: Type.String(),
  email: Type.String(),
  language: Type.Enum([...PERSON_LANGUAGES]),
  is_operator: Type.Boolean({ description: 'Whether they run the installation, beyond their teams' }),
  teams: Type.Array(Membership),
  session: Type.Object({
    id: Type.String({ description: 'The session that asks (ses_)' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  }),
})
export type Profile = Type.Static<typeof Profile>

const SECOND_FACTORS = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

export const Session = Type.Object({
  id: Type.String({ description: 'Session id (ses_)' }),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  address: Nullable(Type.String({ description: 'IP address that it began from' })),
  user_agent: Nullable(Type.String({ description: 'What the browser said of itself' })),
  is_current: Type.Boolean({ description: 'Whether it is the one that asks' }),
})
export type Session = Type.Static<typeof Session>

/** The result of signing in. The token is only in the cookie. */
export const SignIn = Type.Object({
  session: Nullable(Session),
  second_factor: Type.Array(Type.Enum([...SECOND_FACTORS]), {
    description:
      'Where it is not empty there is no session yet: POST /api/v1/sessions/second-factor with one of these begins it',
  }),
})
export type SignIn = Type.Static<typeof SignIn>

export const PersonName = Type.String({ minLength: 1, maxLength: PERSON_NAME_CHARACTERS_MAX })
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  // Linear in any text: where every fault of a body is listed, a text that is too long is looked at too.
  pattern: '^\\S[^\\s@]*@\\S+$',
  examples: ['ana@agencia.example'],
})
export const Password = Type.String({
  minLength: PASSWORD_CHARACTERS_MIN,
  maxLength: 200,
  description: 'None of the most usual ones, and not made of the name or the e-mail address',
})
export const Language = Type.Enum([...PERSON_LANGUAGES], {
  description: 'Of pages and mails for this person',
})

export const Setup = Type.Object({
  needed: Type.Boolean({ description: 'Whether no person can sign in to the installation yet' }),
  team_name: Nullable(
    Type.String({ description: 'Of the first team, while no person can sign in; null until it has one' }),
  ),
})
export type Setup = Type.Static<typeof Setup>

export const SetupInput = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'What stands behind # in the setup link' }),
  name: PersonName,
  email: Email,
  password: Password,
  language: Type.Optional(Language),
  team_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'What the first team is called from then on' }),
  ),
})
export type SetupInput = Type.Static<typeof SetupInput>

/** Any text: the error only says that sign-in failed. */
export const SignInInput = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 200 }),
})
export type SignInInput = Type.Static<typeof SignInInput>

export const ProfileInput = Type.Object({
  name: Type.Optional(PersonName),
  language: Type.Optional(Language),
  password: Type.Optional(Password),
  current_password: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Needed with a new password. Who has none yet is mailed a link to set one: POST /api/v1/password-resets',
    }),
  ),
})
export type ProfileInput = Type.Static<typeof ProfileInput>

// The people of a team, and invitations.

const RoleName = Type.Enum([...ROLES], { description: 'GET /api/v1/roles says what each may do' })
const TokenInput = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What stands behind # in the link',
})

export const TeamPerson = Type.Object({
  id: Type.String({ description: 'Person id (usr_)' }),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  joined_at: Timestamp,
  updated_at: { ...Timestamp, description: 'When the person or their role changed last' },
})

export const RoleInput = Type.Object({ role: RoleName })

/** Entered by the inviter and shown to the invited person. */
const INVITED = { email: Type.String(), role: RoleName, language: Language, expires_at: Timestamp }

export const Invitation = Type.Object({
  id: Type.String({ description: 'Invitation id (ivt_)' }),
  ...INVITED,
  invited_by: Nullable(
    Type.String({ description: 'The person (usr_) or key (key_); null for the command line' }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
  sent_at: Timestamp,
})

export const SentInvitation = Type.Intersect([
  Invitation,
  Type.Object({
    link: Nullable(
      Type.String({
        description:
          'Where no mail server is set up: the link to hand over to the person, shown only in this response. Null where ' +
          'it is mailed',
      }),
    ),
  }),
])

export const InvitationInput = Type.Object({
  email: Email,
  role: RoleName,
  language: Type.Optional(Language),
})

export const InvitationToken = Type.Object({ token: TokenInput })

export const InvitationIdentity = Type.Object({
  token: TokenInput,
  provider: Type.String({ maxLength: 30, description: 'One of those that GET /api/v1/sign-in lists' }),
})
export type InvitationIdentity = Type.Static<typeof InvitationIdentity>

export const OidcFlowBegun = Type.Object({
  to: Type.String({ description: 'Where to send the browser, which has a cookie for its way back' }),
})
export type OidcFlowBegun = Type.Static<typeof OidcFlowBegun>

export const InvitationShown = Type.Object({
  team: Type.String({ description: 'Name of the team' }),
  ...INVITED,
  has_account: Type.Boolean({
    description: 'Whether this address has an account already: its password is then asked for, or a session',
  }),
})

export const InvitationAnswer = Type.Object({
  token: TokenInput,
  name: Type.Optional(PersonName),
  /** Existing accounts may have passwords older than our rules. */
  password: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'To sign in with from now on, chosen as for POST /api/v1/setup; where the address has an account, its own',
  }),
})

export const Joined = Type.Object({
  team: Type.Object({ id: Type.String({ description: 'Team id (team_)' }), name: Type.String() }),
  person_id: Type.String({ description: 'Person id (usr_)' }),
  email: Type.String(),
  role: RoleName,
})

export type TeamPerson = Type.Static<typeof TeamPerson>
export type RoleInput = Type.Static<typeof RoleInput>
export type Invitation = Type.Static<typeof Invitation>
export type SentInvitation = Type.Static<typeof SentInvitation>
export type InvitationInput = Type.Static<typeof InvitationInput>
export type InvitationToken = Type.Static<typeof InvitationToken>
export type InvitationShown = Type.Static<typeof InvitationShown>
export type InvitationAnswer = Type.Static<typeof InvitationAnswer>
export type Joined = Type.Static<typeof Joined>

// Operations on the people of the caller's team, invitations and roles. People belong to a team and not to a
// mode: a test key invites no person.

export const PEOPLE_OPERATIONS = {
  'roles.list': {
    method: 'GET',
    path: '/api/v1/roles',
    access: 'people.read',
    tag: 'People',
    summary: 'List roles and permissions',
    description:
      'What each role may do, and which operations need which permission. It is the same for every team.',
    response: data(RoleTable),
  },
  'people.list': listAll(
    people,
    ChangedQuery,
    TeamPerson,
    'List the people of the team',
    'By name. `created_after` and `created_before` look at `joined_at`.',
  ),
  'people.update': changeOne(people, {
    liveModeOnly: true,
    body: RoleInput,
    summary: 'Change the role of a person',
    description:
      'Effective at once, in open sessions too. A caller gives no more than it has: only owners make owners, and only ' +
      'owners change what an owner is.',
    response: data(TeamPerson),
    errors: ['last_owner'],
  }),
  'people.remove': deleteOne(people, {
    summary: 'Remove a person from the team',
    description:
      'Effective at once, in open sessions too; their unused invitations end with it. The keys ' +
      'that they made stay: revoke those that they know.',
    liveModeOnly: true,
    response: data(TeamPerson),
    errors: ['last_owner'],
  }),
  'invitations.list': listAll(
    invitations,
    ChangedQuery,
    Invitation,
    'List invitations',
    'Unused ones, expired ones included; newest first.',
  ),
  'invitations.create': createOne(invitations, {
    summary: 'Invite a person',
    description:
      'Sends a mail with a link that works once, for seven days. The response is the same whether the address has an ' +
      'account here or not. A caller invites to no more than it may do itself.',
    liveModeOnly: true,
    body: InvitationInput,
    response: data(SentInvitation),
    givesSecret: true,
    errors: ['already_a_member', 'already_invited', 'resource_limit_exceeded'],
  }),
  'invitations.resend': actOn(invitations, 'resend', {
    summary: 'Send an invitation again',
    description: 'With a new link, for seven days from now; the one before ends.',
    liveModeOnly: true,
    audit: 'access',
    response: data(SentInvitation),
    givesSecret: true,
    errors: ['already_a_member', 'resource_limit_exceeded'],
  }),
  'invitations.withdraw': deleteOne(invitations, {
    summary: 'Withdraw an invitation',
    description: 'Its link ends at once.',
    liveModeOnly: true,
    response: data(Invitation),
  }),
} as const satisfies Operations

// Operations of people on their teams: joining by invitation, and leaving.

const tag = 'People'

/** For the holder of an invitation link. */
const byLink = { method: 'POST', access: 'limited', tag } as const

export const JOINING_OPERATIONS = {
  'invitations.show': {
    ...byLink,
    path: '/api/v1/invitations/show',
    summary: 'What an invitation is for',
    description: 'By its link: the team, the role, and whether the address has an account here.',
    body: InvitationToken,
    response: data(InvitationShown),
    errors: ['link_not_valid'],
  },
  'invitations.accept': {
    ...byLink,
    path: '/api/v1/invitations/accept',
    forBrowser: true,
    summary: 'Take an invitation up',
    description:
      'Creates the account and signs it in; where the address has one, its password is asked for, nothing of it is ' +
      'changed and no session is begun.',
    body: InvitationAnswer,
    status: 201,
    response: data(Joined),
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
    response: data(OidcFlowBegun),
    errors: ['link_not_valid', 'cross_site_request', 'identity_provider_not_found', 'identity_provider_away'],
    forBrowser: true,
    summary: 'Take an invitation up through a provider of identities',
    description:
      'A person who returns with the verified address that was invited gets the account and is signed in. Failures ' +
      'are shown at /painel/entrar.',
  },
  'profile.joinTeam': {
    method: 'POST',
    path: '/api/v1/profile/teams',
    access: 'person',
    tag,
    summary: 'Take an invitation up as who is signed in',
    description: 'It must have been sent to the address of the account.',
    status: 201,
    response: data(Joined),
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
    response: data(TeamPerson),
  },
} as const satisfies Operations

// Operations of a person on their own account, whatever their teams.

export const PROFILE_OPERATIONS = {
  'profile.read': {
    method: 'GET',
    path: '/api/v1/profile',
    access: 'person',
    tag: 'Profile',
    summary: 'Who is signed in',
    description: 'With their teams, and what they are in each.',
    response: data(Profile),
  },
  'profile.update': {
    method: 'PATCH',
    path: '/api/v1/profile',
    access: 'person',
    tag: 'Profile',
    summary: 'Change your name, language or password',
    description:
      'A new password needs the current one. It ends all your other sessions and notifies you by mail.',
    body: ProfileInput,
    response: data(Profile),
    errors: ['sign_in_failed', 'too_many_attempts'],
  },
} as const satisfies Operations
