// Calls an operation of the API for an agent: through the same door as everybody, with what the agent proved itself by,
// so that its limits, permissions and audit log are the API's own.
import type { FastifyRequest } from 'fastify'
import { OPERATIONS } from '../../../contract/operations.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { World } from '../../features/world.ts'
import { AGENT_HEADER } from '../http/agent-name.ts'
import type { App } from '../http/types.ts'
import { type Arguments, requestFor } from './tool-input.ts'

/** One request of an agent, and who it comes from. */
export interface AgentCall {
  readonly world: World
  readonly app: App
  readonly request: FastifyRequest
  readonly caller: Caller
  readonly agent: string
  /** Of the team: what its people read is told in it. */
  readonly language: 'pt-BR' | 'en'
  /** Whether it asked for tools that change something. */
  readonly mayWrite: boolean
}

export interface Answered {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  readonly body: any
  readonly isReplayed: boolean
}

/** By which somebody proves who they are, and for which team and mode they ask. */
const PASSED_ON = [
  'authorization',
  'cookie',
  'host',
  'origin',
  'sec-fetch-site',
  'embarque-team',
  'embarque-mode',
] as const

export async function callOperation(
  { app, request, agent, language }: AgentCall,
  id: keyof typeof OPERATIONS,
  given: Arguments,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const { method, path, query, body } = requestFor(OPERATIONS[id], given)
  const own = PASSED_ON.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const answer = await app.inject({
    method,
    url: path,
    query,
    remoteAddress: request.ip,
    headers: {
      ...Object.fromEntries(own),
      'accept-language': language,
      'x-request-id': request.id,
      [AGENT_HEADER]: agent,
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  })
  return {
    status: answer.statusCode,
    body: answer.json(),
    isReplayed: answer.headers['idempotent-replayed'] === 'true',
  }
}
