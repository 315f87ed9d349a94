// What operators see of an installation: its teams, how it is, the work that failed for good and the payments that wait
// for a person. Nothing of what belongs to a team is among it.
import Type from 'typebox'
import { Nullable, PageOf, Timestamp } from './common.ts'
import { FINDING_CODES } from './findings.ts'
import { MODES } from './teams.ts'
import { HeldPayment } from './wallet.ts'

export const InstallationTeam = Type.Object({
  id: Type.String({ description: 'Team id (team_)' }),
  name: Type.String(),
  email: Type.String(),
  time_zone: Type.String(),
  people: Type.Integer({ description: 'How many belong to it' }),
  created_at: Timestamp,
})
export type InstallationTeam = Type.Static<typeof InstallationTeam>

export const InstallationFinding = Type.Object({
  check: Type.String(),
  state: Type.Enum(['ok', 'warning', 'missing', 'problem']),
  code: Type.Enum([...FINDING_CODES], { description: 'What was found, for words of your own' }),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'Counts and names that stand in the text',
  }),
  text: Type.String(),
  advice: Nullable(Type.String({ description: 'What to do about it' })),
})
export type InstallationFinding = Type.Static<typeof InstallationFinding>

export const WorkPiece = Type.Object({
  id: Type.String({ description: 'Number of the piece' }),
  kind: Type.String({ description: 'As docs/due-work.md lists them' }),
  key: Type.String({ description: 'What it is about' }),
  state: Type.Enum(['waiting', 'running', 'dead']),
  run_at: Timestamp,
  attempts: Type.Integer(),
  last_error: Nullable(Type.String()),
})
export type WorkPiece = Type.Static<typeof WorkPiece>

export const WorkQuery = PageOf({
  dead: Type.Optional(Type.Boolean({ description: 'Only what failed for good' })),
})

export const Revived = Type.Object({ revived: Type.Integer({ description: 'How many will run again' }) })
export type Revived = Type.Static<typeof Revived>

export const HeldPaymentOfTeam = Type.Intersect([
  HeldPayment,
  Type.Object({
    team_id: Type.String({ description: 'Team id (team_)' }),
    mode: Type.Enum([...MODES]),
    reviewed_at: Nullable(Timestamp),
  }),
])
export type HeldPaymentOfTeam = Type.Static<typeof HeldPaymentOfTeam>

export const HeldPaymentsQuery = PageOf({
  all: Type.Optional(Type.Boolean({ description: 'Also those that somebody has decided about' })),
})
