// Calls an API operation for an agent through the same request pipeline, with the agent's own credentials, so
// that limits, permissions and the audit log apply.
import type { JSONObject } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { MCP_TOOLS, type McpTool, type McpToolName } from '../../../contract/mcp-tools.ts'
import { isChange, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { World } from '../../features/world.ts'
import type { Fail } from '../../kernel/values/fail.ts'
import { AGENT_HEADER } from '../http/actor.ts'
import { queryOf } from '../http/query.ts'
import type { App } from '../http/types.ts'
import { validatorCompiler } from '../http/validation.ts'

// The input schema of a tool and its mapping to a request, both from the operation.

export type Arguments = Readonly<Record<string, unknown>>

export interface ToolInput {
  readonly [name: string]: unknown
  readonly type: 'object'
  readonly properties: Record<string, JSONObject>
  readonly required: string[]
  readonly additionalProperties: false
}

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
  allOf?: ObjectSchema[]
  'x-described'?: ObjectSchema
}

export const TOOL_NAMES = Object.keys(MCP_TOOLS) as McpToolName[]

export const toolOf = (name: McpToolName): McpTool => MCP_TOOLS[name]
export const operationOf = (name: McpToolName): Operation => OPERATIONS[MCP_TOOLS[name].operation]

/** The read-only tool that a message calls; the response of a change is never refused for its length. */
export function readingTool(message: unknown): McpToolName | undefined {
  const wanted: unknown = Object(message).params?.name
  return TOOL_NAMES.find((name) => name === wanted && !isChange(operationOf(name)))
}

export const CONFIRMATION_FIELD = 'confirmation_token'

const CONFIRMATION = {
  type: 'string',
  description: 'What the first call of this tool answered. Leave it out of the first call.',
}

const known = new Map<McpToolName, ToolInput>()

export function inputOf(name: McpToolName): ToolInput {
  const input = known.get(name) ?? makeInput(name)
  known.set(name, input)
  return input
}

function makeInput(name: McpToolName): ToolInput {
  const { params, query, body } = operationOf(name)
  const tool = toolOf(name)
  const isTaken = (field: string) => tool.only?.includes(field) ?? !tool.without?.includes(field)
  const parts = [params, query, body].map(plainOf)
  const fields = parts
    .flatMap(({ properties }) => Object.entries(properties))
    .filter(([field]) => isTaken(field))
  const required = parts.flatMap((part) => part.required).filter(isTaken)
  const token = tool.needsConfirmation ? { [CONFIRMATION_FIELD]: CONFIRMATION } : {}
  return {
    type: 'object',
    // Schemas carry more than their JSON.
    properties: JSON.parse(JSON.stringify({ ...Object.fromEntries(fields), ...tool.besides, ...token })),
    required: [...new Set(required)],
    additionalProperties: false,
  }
}

const validators = new Map<McpToolName, ReturnType<typeof validatorCompiler>>()

/** The first invalid argument; undefined if all are valid. */
export function faultOf(name: McpToolName, given: Arguments): Fail | undefined {
  const route = { method: 'POST', url: name, httpPart: 'body' }
  const validate = validators.get(name) ?? validatorCompiler({ ...route, schema: inputOf(name) })
  validators.set(name, validate)
  // Validates a copy, because the validator writes defaults into its input.
  const outcome = validate(structuredClone(given))
  return typeof outcome === 'object' ? (outcome as { error?: Fail }).error : undefined
}

/** The described schema, if it says more than the validated one. */
function plainOf(schema: TSchema | undefined): Required<Pick<ObjectSchema, 'properties' | 'required'>> {
  const { 'x-described': described, ...own }: ObjectSchema = schema ?? {}
  const { properties = {}, required = [], allOf = [] } = described ?? own
  const others = allOf.map(plainOf)
  return {
    properties: Object.assign({}, properties, ...others.map((part) => part.properties)),
    required: [...required, ...others.flatMap((part) => part.required)],
  }
}

export interface Sent {
  readonly method: Operation['method']
  readonly path: string
  readonly query: Record<string, string | string[]>
  readonly body: Arguments | undefined
}

/** Maps these arguments to a request of the operation. */
export function requestFor({ method, path, params, query, body }: Operation, given: Arguments): Sent {
  const [inPath, inQuery] = [params, query].map((schema) => new Set(Object.keys(plainOf(schema).properties)))
  const left = Object.entries(given).filter(([name]) => !inPath?.has(name))
  const asked = left.filter(([name]) => inQuery?.has(name))
  const sent = left.filter(([name]) => !inQuery?.has(name))
  return {
    method,
    path: path.replaceAll(/:(\w+)/g, (_whole, name) => encodeURIComponent(String(given[name] ?? ''))),
    query: queryOf(Object.fromEntries(asked)),
    body: body === undefined ? undefined : Object.fromEntries(sent),
  }
}

/** One request of an agent, and its caller. */
export interface AgentCall {
  readonly world: World
  readonly app: App
  readonly request: FastifyRequest
  readonly caller: Caller
  readonly agent: string
  /** The team's language. */
  readonly language: 'pt-BR' | 'en'
  /** Whether the client enabled tools that change data. */
  readonly mayWrite: boolean
}

export interface OperationResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  readonly body: any
  readonly isReplayed: boolean
}

/** The headers of authentication, team and mode. */
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
): Promise<OperationResponse> {
  const { method, path, query, body } = requestFor(OPERATIONS[id], given)
  const own = PASSED_ON.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const response = await app.inject({
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
    status: response.statusCode,
    body: response.json(),
    isReplayed: response.headers['idempotent-replayed'] === 'true',
  }
}
