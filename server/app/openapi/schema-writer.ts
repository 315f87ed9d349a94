// Writes shapes of the contract as OpenAPI: named shapes appear once among the components and are referenced
// elsewhere. Inline shapes are named by their place.

import { ENUMS } from '../../../contract/enums.ts'
import { pascal, SHAPES } from '../../../contract/shapes.ts'
import { formatOf } from './operations.ts'

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  pattern?: string
  format?: string
  const?: unknown
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema
  patternProperties?: Readonly<Record<string, Schema>>
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  'x-described'?: Schema
  'x-optional'?: true
}

export interface SchemaWriter {
  /** The schema at its place of use; `place` is its name if it has none, `key` the field that contains it. */
  write(shape: object, place: string, key?: string): Schema
  /** Adds a component that the contract does not declare. */
  name(name: string, make: () => Schema): Schema
  /** Names a shape that is inline in the contract. */
  call(shape: object, name: string): void
  /** All components referenced so far, by name. */
  components(): Record<string, Schema>
}

export function makeSchemaWriter(): SchemaWriter {
  const named = new Map<unknown, readonly [string, Schema]>()
  for (const [name, shape] of SHAPES) {
    const described = describedBy(shape)
    const known = named.get(identityOf(described))
    if (known !== undefined && known[0] !== name) throw new Error(`${name} and ${known[0]} are one shape`)
    named.set(identityOf(described), [name, described])
  }
  const components = new Map<string, Schema>()

  function name(called: string, make: () => Schema): Schema {
    if (!components.has(called)) {
      // Set first, so that recursive shapes end.
      components.set(called, {})
      components.set(called, make())
    }
    return { $ref: `#/components/schemas/${called}` }
  }

  function write(shape: object, place: string, key = ''): Schema {
    const schema = describedBy(shape)
    const known = named.get(identityOf(schema))
    const called = known?.[0] ?? enumOf(schema.enum)
    if (called !== undefined && called in ENUMS)
      return { ...name(called, () => writeEnum(called)), ...descriptionOf(schema) }
    if (known !== undefined) {
      const [its, own] = known
      const ref = name(its, () => inside(own, its, key))
      return own.description === schema.description ? ref : { ...ref, ...descriptionOf(schema) }
    }
    if (schema.properties === undefined && schema.allOf === undefined) return inside(schema, place, key)
    named.set(identityOf(schema), [place, schema])
    if (components.has(place)) throw new Error(`two shapes are called ${place}`)
    return name(place, () => inside(schema, place, key))
  }

  /** Properties besides a named shape are written in place. */
  function writePart(shape: Schema, place: string): Schema {
    return named.has(identityOf(shape)) ? write(shape, place) : inside(shape, place, '')
  }

  /** With nested schemas. */
  function inside(schema: Schema, place: string, key: string): Schema {
    const { 'x-optional': _, patternProperties, properties, items, anyOf, allOf, ...rest } = schema
    const format = formatOf(key, schema)
    const values = Object.values(patternProperties ?? {})[0]
    const parts = {
      ...(format !== undefined && { format }),
      ...(properties && { properties: writeAll(properties, place) }),
      ...(items && { items: write(items, singular(place), key) }),
      ...(values && { additionalProperties: write(values, `${place}Value`) }),
      ...(allOf && { allOf: allOf.map((one) => writePart(one, place)) }),
    }
    return anyOf === undefined ? { ...rest, ...parts } : writeUnion({ ...rest, anyOf }, place, key)
  }

  function writeAll(properties: Readonly<Record<string, Schema>>, place: string): Record<string, Schema> {
    const written = Object.entries(properties).map(([key, one]) => [
      key,
      write(one, place + pascal(key), key),
    ])
    return Object.fromEntries(written)
  }

  /** The shorter form for "simple type or null". */
  function writeUnion({ anyOf = [], ...rest }: Schema, place: string, key: string): Schema {
    const some = anyOf.filter(({ type }) => type !== 'null')
    const written = some.map((one, index) => write(one, some.length > 1 ? place + (index + 1) : place, key))
    const [only] = written
    if (some.length === anyOf.length) return { ...rest, anyOf: written }
    if (
      written.length === 1 &&
      typeof only?.type === 'string' &&
      only.enum === undefined &&
      !('const' in only)
    )
      return { ...only, ...rest, type: [only.type, 'null'] }
    return { ...rest, anyOf: [...written, { type: 'null' }] }
  }

  return {
    write,
    name,
    call: (shape, called) => void named.set(shape, [called, shape]),
    components: () =>
      Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** The schema of a body that is validated by hand. */
function describedBy(shape: Schema): Schema {
  return shape['x-described'] ?? shape
}

/**
 * Copies of a shape, made optional or described differently, share its parts; strings of one format are
 * equal.
 */
function identityOf(schema: Schema): unknown {
  if (schema.pattern === undefined) return schema.properties ?? schema.allOf ?? schema
  const { description: _, examples: __, ...form } = schema
  return JSON.stringify(form)
}

function descriptionOf({ description }: Schema): Schema {
  return description === undefined ? {} : { description }
}

const ENUM_NAMES = new Map(Object.entries(ENUMS).map(([name, values]) => [keyOf(Object.keys(values)), name]))

function keyOf(values: readonly unknown[]): string {
  return values.map(String).toSorted().join(' ')
}

function enumOf(values: readonly unknown[] = []): string | undefined {
  return ENUM_NAMES.get(keyOf(values))
}

/** With the meaning of each value. */
function writeEnum(called: string): Schema & { 'x-enumDescriptions': object } {
  const meanings = ENUMS[called] ?? {}
  const lines = Object.entries(meanings).map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
  return {
    type: 'string',
    enum: Object.keys(meanings),
    description: lines.join('\n'),
    'x-enumDescriptions': meanings,
  }
}

function singular(place: string): string {
  return place.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}
