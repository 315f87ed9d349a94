// Who sends a request, as the audit log names them.
import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'
import { AGENT_HEADER, cleanAgentName } from './agent-name.ts'
import { knownCaller, knownPerson } from './known-caller.ts'

export function actorOf(request: FastifyRequest, action: string, { audit, path }: Operation): Actor {
  return {
    ...whoSent(request),
    address: request.ip,
    requestId: request.id,
    action,
    // Money and records are recorded where they change, so that a booking that is only held leaves no entry.
    always: audit === 'access' || audit === 'settings' ? audit : undefined,
    objectId: path.includes(':id') ? idIn(request.params) : undefined,
  }
}

function whoSent(request: FastifyRequest): Pick<Actor, 'type' | 'id' | 'name'> {
  if (request.caller === undefined) {
    const { id, name } = knownPerson(request).person
    return { type: 'person', id, name }
  }
  const { kind, id, name } = knownCaller(request).via
  const agent = cleanAgentName(request.headers[AGENT_HEADER]?.toString())
  return { type: kind, id, name: agent === undefined ? name : `${name} via ${agent}` }
}

function idIn(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('id' in params)) return undefined
  return typeof params.id === 'string' ? params.id : undefined
}
