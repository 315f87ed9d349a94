// The health answer that load balancers and operators read.
import Type from 'typebox'
import { Timestamp } from './common.ts'

export const Health = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'unavailable']),
  version: Type.String(),
  time: Timestamp,
  checks: Type.Object({
    database: Type.Enum(['ok', 'down']),
    jobs: Type.Enum(['ok', 'stalled', 'unknown']),
  }),
})
export type Health = Type.Static<typeof Health>
