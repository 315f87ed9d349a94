// Who sends a request that the front door let through.
import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import type { SignedIn } from '../../features/people/sessions.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'

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

// Who an agent says it is: told by its protocol or by its User-Agent, and made fit for one short line of the audit log.

/** In the `_meta` of each request, by the protocol's own name. */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const CHARACTERS_MAX = 60
const UNNAMED = 'unnamed agent'

/** The header by which the name travels on to the API. */
export const AGENT_HEADER = 'embarque-agent'

export function agentNameOf(body: unknown, userAgent: string | undefined): string {
  const { params } = fieldsOf(body)
  const { _meta, clientInfo } = fieldsOf(params)
  const { name } = fieldsOf(fieldsOf(_meta)[CLIENT_INFO] ?? clientInfo)
  return cleanAgentName(typeof name === 'string' ? name : userAgent) ?? UNNAMED
}

/** Plain letters in one line: it travels in a header and stands where people read. */
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

// Who sends a request, as the audit log names them.

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
