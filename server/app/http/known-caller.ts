// Who sends a request that the front door let through.
import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../features/people/sessions.ts'
import type { Caller } from '../../features/teams/caller.ts'

export function knownCaller({ caller }: FastifyRequest): Caller {
  return caller ?? notAsked()
}

/** Whom it let through as a person, for none of their teams. */
export function knownPerson({ signedIn }: FastifyRequest): SignedIn {
  return signedIn ?? notAsked()
}

function notAsked(): never {
  throw new Error('the front door let somebody through without asking who it is')
}
