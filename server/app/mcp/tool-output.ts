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
  const { answer } = operationOf(name)
  if (!('of' in answer) || answer.kind === 'byStatus') throw new Error(`${name} has no result for agents`)
  const writer = makeSchemaWriter()
  const body = successBodyOf(answer, writer, 'Result')
  const { shorten, definitions } = makeShortener(writer.components())
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
    $defs: definitions,
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

type Shorten = (schema: Schema) => JSONObject

/**
 * Types and names only, because models read the schemas of all tools at once. Expanded objects are returned
 * on demand, and stay open.
 */
function makeShortener(components: Components): { shorten: Shorten; definitions: JSONObject } {
  const definitions: JSONObject = {}

  function shorten(schema: Schema): JSONObject {
    if (schema.$ref !== undefined) return refer(nameIn(schema))
    const { type, enum: values, required, properties, items, additionalProperties: others } = schema
    const unions = (['anyOf', 'allOf', 'oneOf'] as const).flatMap((kind) => {
      const parts = schema[kind]
      return parts === undefined ? [] : [[kind, parts.map(shorten)] as const]
    })
    return JSON.parse(
      JSON.stringify({
        type,
        enum: values,
        ...('const' in schema && { const: schema.const }),
        required: required?.filter((field) => !LEFT_OUT.has(field)),
        ...(properties && { properties: shortenAll(properties, shorten) }),
        ...(items && { items: shorten(items) }),
        ...(typeof others === 'object' && { additionalProperties: shorten(others) }),
        ...Object.fromEntries(unions),
      }),
    )
  }

  function refer(name: string): JSONObject {
    if (!(name in definitions)) {
      // Set first, so that recursive shapes end.
      definitions[name] = {}
      definitions[name] = shorten(components[name] ?? {})
    }
    return { $ref: `#/$defs/${name}` }
  }

  return { shorten, definitions }
}

function shortenAll(properties: Components, shorten: Shorten): Record<string, JSONObject> {
  const kept = Object.entries(properties).filter(
    ([name, field]) => !LEFT_OUT.has(name) && field['x-expanded'] !== true,
  )
  return Object.fromEntries(kept.map(([name, field]) => [name, shorten(field)]))
}
