// Who sends a request that the front door let through.
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../teams/caller.ts'

export function knownCaller({ caller }: FastifyRequest): Caller {
  if (caller === undefined) throw new Error('the front door let somebody through without asking who it is')
  return caller
}
