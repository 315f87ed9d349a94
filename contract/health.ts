// The health answers that load balancers, supervisors and operators read.
import Type from 'typebox'
import { Meta, Timestamp } from './common.ts'

export const Health = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'unavailable']),
  version: Type.String(),
  time: Timestamp,
  checks: Type.Object({
    database: Type.Enum(['ok', 'read_only', 'down']),
    jobs: Type.Enum(['ok', 'stalled', 'unknown']),
    clock: Type.Optional(
      Type.Literal('off', { description: "Only where this machine's clock is seconds off the database's" }),
    ),
  }),
  _meta: Type.Optional(Meta),
})
export type Health = Type.Static<typeof Health>

/** That the process answers, whatever else is away. */
export const Liveness = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String(),
  time: Timestamp,
  _meta: Type.Optional(Meta),
})
export type Liveness = Type.Static<typeof Liveness>

/** Whether requests should be sent here. */
export const Traffic = Type.Object({
  status: Type.Enum(['ready', 'draining', 'unavailable']),
  version: Type.String(),
  time: Timestamp,
  _meta: Type.Optional(Meta),
})
export type Traffic = Type.Static<typeof Traffic>
