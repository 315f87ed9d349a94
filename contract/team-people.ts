// The people of a team as their colleagues see them, and the invitations by which more of them come.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import { Email, Language, PersonName } from './people.ts'
import { ROLES } from './roles.ts'

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
})

export const RoleInput = Type.Object({ role: RoleName })

/** What whoever invites says, and whoever is invited is shown. */
const INVITED = { email: Type.String(), role: RoleName, language: Language, expires_at: Timestamp }

export const Invitation = Type.Object({
  id: Type.String({ description: 'Invitation id (ivt_)' }),
  ...INVITED,
  invited_by: Nullable(
    Type.String({ description: 'The person (usr_) or key (key_); null for the command line' }),
  ),
  created_at: Timestamp,
  sent_at: Timestamp,
})

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

export const ErrandBegun = Type.Object({
  to: Type.String({ description: 'Where to send the browser, which has a cookie for its way back' }),
})
export type ErrandBegun = Type.Static<typeof ErrandBegun>

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
  /** Of an account that is there already it may be older than our rules. */
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
export type InvitationInput = Type.Static<typeof InvitationInput>
export type InvitationToken = Type.Static<typeof InvitationToken>
export type InvitationShown = Type.Static<typeof InvitationShown>
export type InvitationAnswer = Type.Static<typeof InvitationAnswer>
export type Joined = Type.Static<typeof Joined>
