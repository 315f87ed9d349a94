// The output schema of a tool: what every result has, and the operation's response below `result`.
import type { JSONObject } from '@modelcontextprotocol/server'
import type { McpToolName } from '../../../contract/mcp-tools.ts'
import { successBodyOf } from '../openapi/operations.ts'
import { makeSchemaWriter, type Schema } from '../openapi/schema-writer.ts'
import { CONFIRMATION_FIELD, operationOf, toolOf } from './call-operation.ts'

/** Models do not need passport numbers and the like. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'identity_documents',
  'loyalty_programme_accounts',
  '_meta',
])

export interface ToolOutput {
  readonly [name: string]: unknown
  readonly type: 'object'
  readonly properties: Record<string, JSONObject>
  readonly required: string[]
}

const TEXT = { type: 'string' }

/** Of the first call of a tool that moves money. */
const CONFIRMATION = { summary: TEXT, [CONFIRMATION_FIELD]: TEXT, expires_at: TEXT, next: TEXT }

const REFUSAL = {
  code: TEXT,
  message: TEXT,
  type: TEXT,
  user_message: TEXT,
  param: TEXT,
  details: { type: 'array', items: { type: 'object' } },
  doc_url: TEXT,
}

const known = new Map<McpToolName, ToolOutput>()

export function outputOf(name: McpToolName): ToolOutput {
  return known.getOrInsertComputed(name, makeOutput)
}

function makeOutput(name: McpToolName): ToolOutput {
  const { response } = operationOf(name)
  if (!('of' in response) || response.kind === 'byStatus') throw new Error(`${name} has no result for agents`)
  const writer = makeSchemaWriter()
  const body = successBodyOf(response, writer, 'Result')
  const shorten = makeShortener(writer.components())
  const { result = {}, ...rest } = partsOf(body, writer.components())
  const isConfirmed = toolOf(name).needsConfirmation === true
  const outcomes = ['done', ...(isConfirmed ? ['confirmation_required'] : []), 'refused']
  const short = shorten(result)
  return {
    type: 'object',
    properties: {
      notice: TEXT,
      outcome: { type: 'string', enum: outcomes },
      // A used confirmation returns the first outcome, which may be a refusal.
      result: isConfirmed
        ? { anyOf: [short, { type: 'object', properties: REFUSAL, required: ['code'] }] }
        : short,
      ...shortenAll(rest, shorten),
      ...(isConfirmed && CONFIRMATION),
      ...REFUSAL,
    },
    required: ['notice', 'outcome'],
  }
}

/** Like a result of tools: the content, and what stands beside it in an envelope. */
function partsOf(body: Schema, components: Components): Readonly<Record<string, Schema>> {
  const { properties = {} } = components[nameIn(body)] ?? body
  if (!('success' in properties)) return { result: body }
  const { success: _, data = {}, ...rest } = properties
  return { result: data, ...rest }
}

type Components = Readonly<Record<string, Schema>>

const nameIn = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? ''

type Shorten = (schema: Schema, levels?: number) => JSONObject

/** Objects below this many others are open. */
const LEVELS = 1

/**
 * Types and names only, and not of the deepest objects, because models read the schemas of all tools at once. Expanded
 * objects are returned on demand, and stay open.
 */
function makeShortener(components: Components): Shorten {
  return function shorten(schema: Schema, levels = LEVELS): JSONObject {
    const { type, properties, items, ...unions } = components[nameIn(schema)] ?? schema
    const parts = (['anyOf', 'allOf', 'oneOf'] as const).flatMap((kind) => {
      const alternatives = unions[kind]
      return alternatives === undefined
        ? []
        : [[kind, alternatives.map((part) => shorten(part, levels))] as const]
    })
    return {
      ...(typeof type === 'string' && { type }),
      ...(properties && levels > 0 && { properties: shortenAll(properties, shorten, levels - 1) }),
      ...(items && { items: shorten(items, levels) }),
      ...Object.fromEntries(parts),
    }
  }
}

function shortenAll(properties: Components, shorten: Shorten, levels = LEVELS): Record<string, JSONObject> {
  const kept = Object.entries(properties).filter(
    ([name, field]) => !LEFT_OUT.has(name) && field['x-expanded'] !== true,
  )
  return Object.fromEntries(kept.map(([name, field]) => [name, shorten(field, levels)]))
}
