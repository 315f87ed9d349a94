// Writes shapes of the contract as TypeScript, by their OpenAPI names.
import { PageQuery } from '../../contract/common.ts'
import { makeSchemaWriter, type Schema } from '../../server/app/openapi/schema-writer.ts'
import { docComment } from './doc-comment.ts'

export interface TypeWriter {
  /** The type of a value; `place` is its name if it has none. */
  of(shape: object, place: string): string
  /** The declarations of all named types. */
  declarations(): string
  names(): string[]
}

export function typeWriter(): TypeWriter {
  const writer = makeSchemaWriter()
  // Written first, so that it is not named after a list without other parameters.
  writer.write(PageQuery, 'PageQuery')
  /** Written with the events and the codes, which describe each value. */
  const components = () =>
    Object.entries(writer.components()).filter(([name]) => name !== 'EventType' && name !== 'ErrorCode')
  return {
    of: (shape, place) => typeOf(writer.write(shape, place)),
    names: () => components().map(([name]) => name),
    declarations: () => components().map(declaration).join('\n'),
  }
}

function declaration([name, schema]: readonly [string, Schema]): string {
  const text = typeOf(schema)
  const isOneObject = schema.properties !== undefined
  const about = docComment(schema.description, '', isOneObject ? undefined : schema.examples?.[0])
  return `${about}export ${isOneObject ? `interface ${name}` : `type ${name} =`} ${text}\n`
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, allOf, type } = schema
  if ($ref !== undefined) return $ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (allOf !== undefined) return allOf.map(typeOf).join(' & ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  switch (type) {
    case 'object':
      return objectType(schema)
    case 'array':
      return schema.items === undefined ? 'unknown[]' : listOf(typeOf(schema.items))
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

/** An optional field may be undefined too: it is not sent then. */
function objectType({ properties, required = [], additionalProperties: values }: Schema): string {
  if (properties === undefined) return `Record<string, ${values === undefined ? 'unknown' : typeOf(values)}>`
  const lines = Object.entries(properties).map(([name, one]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
    const property = required.includes(name)
      ? `${key}: ${typeOf(one)}`
      : `${key}?: ${typeOf(one)} | undefined`
    return indented(docComment(one.description, '', one.examples?.[0]) + property)
  })
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n}`
}

function listOf(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

/** Strings in single quotes, as in the rest of the code. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)
}

export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
