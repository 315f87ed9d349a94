// Identifies the sender of an authenticated request: caller, person or agent.
import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import type { SignedIn } from '../../features/people/sessions.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'

export function knownCaller({ caller }: FastifyRequest): Caller {
  return caller ?? notAsked()
}

/** The signed-in person, for operations that belong to no team. */
export function knownPerson({ signedIn }: FastifyRequest): SignedIn {
  return signedIn ?? notAsked()
}

function notAsked(): never {
  throw new Error('the request passed without authentication')
}

// The name of an agent comes from its protocol or its User-Agent. The audit log stores a short form of it.

/** The key in the `_meta` of each request, as MCP defines it. */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const CHARACTERS_MAX = 60
const UNNAMED = 'unnamed agent'

/** Passes the agent's name from the MCP endpoint to the API. */
export const AGENT_HEADER = 'embarque-agent'

export function agentNameOf(body: unknown, userAgent: string | undefined): string {
  const { params } = fieldsOf(body)
  const { _meta, clientInfo } = fieldsOf(params)
  const { name } = fieldsOf(fieldsOf(_meta)[CLIENT_INFO] ?? clientInfo)
  return cleanAgentName(typeof name === 'string' ? name : userAgent) ?? UNNAMED
}

/**
 * Reduces the name to one line of plain letters, because it is sent in a header and shown in the audit log.
 */
export function cleanAgentName(name: string | undefined): string | undefined {
  const plain = name
    ?.normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, CHARACTERS_MAX)
    .trim()
  return plain === '' ? undefined : plain
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

// The sender of a request as the audit log names it.

export function actorOf(request: FastifyRequest, action: string, { audit, path }: Operation): Actor {
  return {
    ...whoSent(request),
    address: request.ip,
    requestId: request.id,
    action,
    // Changes of money and records are audited where they happen, so that a booking that is only held leaves
    // no entry.
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
