// The go-live check as callers see it: what stands between an installation and real customers.
import Type from 'typebox'
import { Nullable } from './common.ts'

export const ReadinessCheck = Type.Object({
  name: Type.String({ description: 'What was looked at', examples: ['mail'] }),
  status: Type.Enum(['ok', 'warning', 'missing'], {
    description: 'missing: it does not work for real customers until `action` is done',
  }),
  message: Type.String({ description: 'How it stands' }),
  action: Nullable(Type.String({ description: 'What to do about it; null where nothing is to be done' })),
})
export type ReadinessCheck = Type.Static<typeof ReadinessCheck>

export const Readiness = Type.Object({
  ready: Type.Boolean({ description: 'Nothing of what the caller may know is missing' }),
  checks: Type.Array(ReadinessCheck),
})
export type Readiness = Type.Static<typeof Readiness>
