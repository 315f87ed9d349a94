// A value that fits a schema, for bodies to try and samples to copy: what the schema gives as an example, else the
// plainest thing of its type. Optional fields are left out unless they have an example.
import type { Media, Resolve, Schema } from './openapi.ts'

const DEPTH_MAX = 8

export function exampleOf(media: Media, resolve: Resolve): unknown {
  if (media.example !== undefined) return media.example
  const [named] = Object.values(media.examples ?? {})
  const { value } = named === undefined ? {} : resolve<{ value?: unknown }>(named)
  if (value !== undefined) return value
  return fittingValue(media.schema ?? {}, resolve, 0)
}

function fittingValue(found: Schema, resolve: Resolve, depth: number): unknown {
  const schema = resolve<Schema>(found)
  const given = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined || depth > DEPTH_MAX) return given ?? null
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return fittingValue(choice, resolve, depth + 1)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => Object(fittingValue(part, resolve, depth + 1))))
  if (schema.properties !== undefined) return objectOf(schema, resolve, depth)
  const type = [schema.type ?? 'object'].flat()[0] ?? 'object'
  if (type === 'array')
    return schema.items === undefined ? [] : [fittingValue(schema.items, resolve, depth + 1)]
  return type in PLAINEST ? PLAINEST[type] : textOf(schema)
}

const PLAINEST: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
  object: {},
}

function textOf({ format }: Schema): string {
  if (format === 'date') return '2027-03-01'
  if (format === 'date-time') return '2027-03-01T12:00:00.000Z'
  if (format === 'email') return 'maria@example.com'
  return format === 'uri' ? 'https://agency.example/' : 'text'
}

function objectOf({ properties = {}, required = [] }: Schema, resolve: Resolve, depth: number): object {
  const fields = Object.entries(properties).filter(([name, field]) => {
    const { example, examples } = resolve<Schema>(field)
    return required.includes(name) || example !== undefined || examples !== undefined
  })
  return Object.fromEntries(fields.map(([name, field]) => [name, fittingValue(field, resolve, depth + 1)]))
}
