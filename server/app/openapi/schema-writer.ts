// Writes shapes of the contract as OpenAPI has them: whatever has a name stands once among the components and is
// referred to everywhere else. What is declared in the midst of a named shape is called by its place in it.

import { ENUMS } from '../../../contract/enums.ts'
import { pascal, SHAPES } from '../../../contract/shapes.ts'
import { formatOf } from './operations.ts'

/** JSON Schema, as far as the contract uses it. */
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
  /**
   * As it is written where it is used; `place` is what it is called if it has no name of its own, `key` the field that
   * holds it.
   */
  write(shape: object, place: string, key?: string): Schema
  /** Adds one that the contract does not declare. */
  name(name: string, make: () => Schema): Schema
  /** Has a shape that is open in the contract written by a name. */
  call(shape: object, name: string): void
  /** All that were referred to so far, by name. */
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
      // First, so that what refers to itself ends.
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
      return { ...name(called, () => writeEnum(called)), ...told(schema) }
    if (known !== undefined) {
      const [its, own] = known
      const ref = name(its, () => inside(own, its, key))
      return own.description === schema.description ? ref : { ...ref, ...told(schema) }
    }
    if (schema.properties === undefined && schema.allOf === undefined) return inside(schema, place, key)
    named.set(identityOf(schema), [place, schema])
    if (components.has(place)) throw new Error(`two shapes are called ${place}`)
    return name(place, () => inside(schema, place, key))
  }

  /** What it has besides a shape with a name is told in place. */
  function writePart(shape: Schema, place: string): Schema {
    return named.has(identityOf(shape)) ? write(shape, place) : inside(shape, place, '')
  }

  /** With its parts. */
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

  /** Of something simple or nothing, in the shorter way that there is for it. */
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

/** What a body that is read by hand must look like. */
function describedBy(shape: Schema): Schema {
  return shape['x-described'] ?? shape
}

/** Copies of a shape, made optional or described anew, share what it consists of; texts of one form are the same. */
function identityOf(schema: Schema): unknown {
  if (schema.pattern === undefined) return schema.properties ?? schema.allOf ?? schema
  const { description: _, examples: __, ...form } = schema
  return JSON.stringify(form)
}

function told({ description }: Schema): Schema {
  return description === undefined ? {} : { description }
}

const ENUM_NAMES = new Map(Object.entries(ENUMS).map(([name, values]) => [keyOf(Object.keys(values)), name]))

function keyOf(values: readonly unknown[]): string {
  return values.map(String).toSorted().join(' ')
}

function enumOf(values: readonly unknown[] = []): string | undefined {
  return ENUM_NAMES.get(keyOf(values))
}

/** With what each of the values means, for programs and for readers. */
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
