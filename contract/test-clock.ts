// The sandbox's clock: a team's test mode lives at its own time, which only an advance moves forward.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'

export const TestClock = Type.Object({
  now: Timestamp,
  target: Nullable(Timestamp),
  complete: Type.Boolean({ description: 'false while an advance has not reached its target' }),
})
export type TestClock = Type.Static<typeof TestClock>

export const ClockAdvance = Type.Object({
  now: Timestamp,
  target: Timestamp,
  complete: Type.Boolean({ description: 'false: the same call goes on towards the target' }),
  ran: Type.Integer({ description: 'Pieces of due work done by this call' }),
  failed: Type.Array(Type.Object({ id: Type.String(), kind: Type.String(), error: Type.String() }), {
    description: 'Work that failed for technical reasons three times and was put aside',
  }),
})
export type ClockAdvance = Type.Static<typeof ClockAdvance>

export const ClockAdvanceInput = Type.Object({
  by: Type.String({ description: 'ISO 8601 duration, for example PT30M; at most 2 years' }),
})
