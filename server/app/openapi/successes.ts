// What operations answer where they worked, as OpenAPI tells it: envelopes and pages have the names of what they hold.
import type { TSchema } from 'typebox'
import type { JsonAnswer } from '../../../contract/answers.ts'
import { Meta, Pagination, Warnings } from '../../../contract/common.ts'
import type { Operation } from '../../../contract/operation.ts'
import { successHeaders } from './headers.ts'
import type { Schema, SchemaWriter } from './schema-writer.ts'

export function successesOf(
  operation: Operation,
  writer: SchemaWriter,
  place: string,
): Record<string, object> {
  const { method, answer, status = 200 } = operation
  const headers = successHeaders(operation)
  switch (answer.kind) {
    case 'byStatus': {
      const content = json(writer.write(answer.of, place))
      const said = Object.entries(answer.statuses)
      return Object.fromEntries(said.map(([code, description]) => [code, { description, headers, content }]))
    }
    case 'file':
    case 'image':
    case 'stream':
      return { 200: { description: 'The file', headers, content: { [answer.type]: { schema: BYTES } } } }
    case 'page':
      return { 200: { description: 'The page', headers, content: { 'text/html': { schema: BYTES } } } }
    case 'redirect':
      return { 303: { description: 'The browser is sent on', headers } }
    case 'site':
      return {}
    case 'written':
      return { 200: { description: ASKED, headers, content: json(writer.write(answer.of, place)) } }
    default: {
      const description = status === 201 ? 'Created' : method === 'GET' ? ASKED : 'Done'
      return { [status]: { description, headers, content: json(bodyOf(answer, writer, place)) } }
    }
  }
}

const ASKED = 'What was asked for'
const BYTES: Schema = { type: 'string' }

const json = (schema: Schema) => ({ 'application/json': { schema } })

/** The whole body. What a change says of fields that it does not know is in the same place for all. */
function bodyOf({ kind, of }: JsonAnswer, writer: SchemaWriter, place: string): Schema {
  if (kind === 'bare') return writer.write(of, place)
  if (kind === 'list') {
    const item = writer.write(of, place)
    return writer.name(`${named(item, place).replace(/(?:List)?Item$/, '')}Page`, () =>
      enveloped(writer, { data: { type: 'array', items: item }, pagination: writer.write(Pagination, '') }),
    )
  }
  const items = itemsOf(of)
  const data = items === undefined ? writer.write(of, place) : writer.write(items, place)
  const all: Schema = items === undefined ? data : { type: 'array', items: data }
  return writer.name(`${named(data, place)}${items === undefined ? '' : 'List'}Answer`, () =>
    enveloped(writer, { data: all }, { warnings: writer.write(Warnings, '') }),
  )
}

function itemsOf(shape: TSchema & { items?: TSchema }): TSchema | undefined {
  return 'items' in shape ? shape.items : undefined
}

function enveloped(
  writer: SchemaWriter,
  fields: Record<string, Schema>,
  maybe: Record<string, Schema> = {},
): Schema {
  return {
    type: 'object',
    required: ['success', ...Object.keys(fields)],
    properties: {
      success: { type: 'boolean', const: true },
      ...fields,
      ...maybe,
      _meta: writer.write(Meta, ''),
    },
  }
}

function named({ $ref }: Schema, place: string): string {
  return $ref?.split('/').at(-1) ?? place
}
