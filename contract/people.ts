// People as they see themselves: the shapes of `/profile` and of their sessions.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import { PASSWORD_CHARACTERS_MIN, PERSON_NAME_CHARACTERS_MAX } from './limits.ts'
import { ROLES } from './roles.ts'

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

/** What signing in comes to. The token itself is in the cookie alone. */
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
  pattern: '^\\S+@\\S+$',
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
  needed: Type.Boolean({ description: 'Whether the installation still has nobody who can sign in' }),
  team_name: Nullable(
    Type.String({ description: 'Of the first team, while nobody can sign in; null until somebody named it' }),
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

/** Whatever was typed: what is wrong with it is told by nothing but that it is wrong. */
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
