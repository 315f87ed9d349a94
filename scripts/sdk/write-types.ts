// Writes schemas of the contract as TypeScript: each that has a name once, and by its name wherever it is used.
import { docComment } from './doc-comment.ts'
import type { Schema } from './schema.ts'

export interface TypeWriter {
  /** The type of a value, as an expression. */
  of(schema: Schema): string
  /** As a declaration under a name of its own, where the contract has none for it; answers the name. */
  under(name: string, schema: Schema): string
  /** All that were named, as declarations. */
  declarations(): string
}

/** `nameOf` tells the name that the contract has for a schema, where it has one. */
export function typeWriter(nameOf: (schema: Schema) => string | undefined): TypeWriter {
  const declared = new Map<string, string>()

  function of(schema: Schema): string {
    const name = nameOf(schema)
    return name === undefined ? inline(schema) : under(name, schema)
  }

  function under(name: string, schema: Schema): string {
    if (declared.has(name)) return name
    declared.set(name, '')
    const text = inline(schema)
    const declaration =
      text.startsWith('{') && text.endsWith('}') && !text.includes('\n} ')
        ? `export interface ${name} ${text}`
        : `export type ${name} = ${text}`
    declared.set(name, `${docComment(schema.description, '')}${declaration}\n`)
    return name
  }

  /** Without regard to its name. */
  function inline(schema: Schema): string {
    const { 'x-described': described, anyOf, allOf, type } = schema
    if (described !== undefined) return inline(described)
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
    if (anyOf !== undefined) return [...new Set(anyOf.map(of))].join(' | ')
    if (allOf !== undefined) return inline(merged(allOf))
    if (Array.isArray(type)) return type.map((one) => inline({ ...schema, type: one })).join(' | ')
    switch (type) {
      case 'object':
        return object(schema)
      case 'array':
        return schema.items === undefined ? 'unknown[]' : listOf(of(schema.items))
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

  function object({
    properties,
    required = [],
    patternProperties = {},
    additionalProperties,
  }: Schema): string {
    if (properties === undefined) {
      const values =
        typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties)[0]
      return `Record<string, ${values === undefined ? 'unknown' : of(values)}>`
    }
    const lines = Object.entries(properties).map(([name, one]) => {
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
      const isRequired = required.includes(name)
      const property = `${key}${isRequired ? '' : '?'}: ${of(one)}${isRequired ? '' : ' | undefined'}`
      return indented(docComment(one.description, '', one.examples?.[0]) + property)
    })
    return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n}`
  }

  return {
    of,
    under,
    declarations: () =>
      [...declared]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, text]) => text)
        .join('\n'),
  }
}

/** Objects that are all of a value, as one. */
function merged(parts: readonly Schema[]): Schema {
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}

function listOf(item: string): string {
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

/** Texts in single quotes, as everywhere in the house. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)
}

export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
