// Writes shapes of the contract as OpenAPI: named shapes appear once among the components and are referenced
// elsewhere. Inline shapes are named by their place.

import { isDeepStrictEqual } from 'node:util'
import { ENUMS } from '../../../contract/enums.ts'
import { pascal, SHAPES } from '../../../contract/shapes.ts'
import type { InputPlan, PlannedField } from '../http/forgiving-input.ts'
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
  'x-expanded'?: true
  'x-shape'?: string
  'x-alias'?: string
  'x-not-null'?: true
}

export interface SchemaWriter {
  /**
   * The schema at its place of use; `place` is its name if it has none, `key` the field that contains it. An input has
   * a plan of what it accepts besides.
   */
  write(shape: object, place: string, key?: string, plan?: InputPlan | null): Schema
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
  const plans = new Map<string, InputPlan | null>()

  function name(called: string, make: () => Schema): Schema {
    if (!components.has(called)) {
      // Set first, so that recursive shapes end.
      components.set(called, {})
      components.set(called, make())
    }
    return { $ref: `#/components/schemas/${called}` }
  }

  function write(shape: object, place: string, key = '', plan: InputPlan | null = null): Schema {
    const schema = describedBy(shape)
    const known = named.get(identityOf(schema))
    const called = known?.[0] ?? enumOf(schema.enum)
    if (called !== undefined && called in ENUMS)
      return { ...name(called, () => writeEnum(called)), ...descriptionOf(schema) }
    if (known !== undefined) {
      const [its, own] = known
      const ref = nameOnce(its, own, key, plan)
      return own.description === schema.description ? ref : { ...ref, ...descriptionOf(schema) }
    }
    if (schema.properties === undefined && schema.allOf === undefined) return inside(schema, place, key, plan)
    named.set(identityOf(schema), [place, schema])
    if (components.has(place)) throw new Error(`two shapes are called ${place}`)
    return nameOnce(place, schema, key, plan)
  }

  /** A component cannot be a response and an input that accepts more, such as null for left out. */
  function nameOnce(called: string, schema: Schema, key: string, plan: InputPlan | null): Schema {
    const own = ownPlan(schema, plan)
    const earlier = plans.get(called)
    if (earlier !== undefined && !isDeepStrictEqual(earlier, own))
      throw new Error(`${called} is written in two ways: give the input a shape of its own`)
    plans.set(called, own)
    return name(called, () => inside(schema, called, key, own))
  }

  /** Properties besides a named shape are written in place. */
  function writePart(shape: Schema, place: string, plan: InputPlan | null): Schema {
    return named.has(identityOf(shape)) ? write(shape, place, '', plan) : inside(shape, place, '', plan)
  }

  /** With nested schemas. */
  function inside(schema: Schema, place: string, key: string, plan: InputPlan | null): Schema {
    const {
      'x-optional': _,
      'x-alias': __,
      'x-not-null': ___,
      patternProperties,
      properties,
      items,
      anyOf,
      allOf,
      ...rest
    } = schema
    const format = formatOf(key, schema)
    const values = Object.values(patternProperties ?? {})[0]
    const parts = {
      ...(format !== undefined && { format }),
      ...(properties && writeFields(properties, rest.required, place, plan)),
      ...(items && { items: write(items, singular(place), key, plan?.items ?? null) }),
      ...(values && { additionalProperties: write(values, `${place}Value`) }),
      ...(allOf && { allOf: allOf.map((one) => writePart(one, place, plan)) }),
    }
    return anyOf === undefined ? { ...rest, ...parts } : writeUnion({ ...rest, anyOf }, place, key, plan)
  }

  /** A required field with a second name is required under one of both. */
  function writeFields(
    properties: Readonly<Record<string, Schema>>,
    required: readonly string[] | undefined,
    place: string,
    plan: InputPlan | null,
  ): Schema {
    const written: Record<string, Schema> = {}
    const either: Schema[] = []
    for (const [key, one] of Object.entries(properties)) {
      const field = plan?.fields.get(key)
      const schema = writeField(one, place + pascal(key), key, field)
      written[key] = schema
      if (field?.alias === undefined) continue
      written[field.alias] = { ...schema, description: `\`${key}\` by another name` }
      if (required?.includes(key)) either.push({ required: [key] }, { required: [field.alias] })
    }
    if (either.length === 0) return { properties: written }
    if (either.length > 2) throw new Error(`${place} has several required fields with a second name`)
    const always = required?.filter((key) => plan?.fields.get(key)?.alias === undefined)
    return { properties: written, ...(always && { required: always }), anyOf: either }
  }

  function writeField(schema: Schema, place: string, key: string, field: PlannedField | undefined): Schema {
    const written = write(schema, place, key, field?.inner ?? null)
    return field?.isOmittedByNull ? orNull(written) : written
  }

  function writeUnion(
    { anyOf = [], ...rest }: Schema,
    place: string,
    key: string,
    plan: InputPlan | null,
  ): Schema {
    const some = anyOf.filter(({ type }) => type !== 'null')
    const written = some.map((one, index) =>
      write(one, some.length > 1 ? place + (index + 1) : place, key, plan),
    )
    if (some.length === anyOf.length) return { ...rest, anyOf: written }
    return orNull(written.length === 1 ? { ...written[0], ...rest } : { ...rest, anyOf: written })
  }

  return {
    write,
    name,
    call: (shape, called) => void named.set(shape, [called, shape]),
    components: () =>
      Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** The shorter form for a simple type. */
function orNull(written: Schema): Schema {
  const { $ref, ...beside } = written
  const nothing = { type: 'null' }
  if ($ref !== undefined) return { ...beside, anyOf: [{ $ref }, nothing] }
  if (written.anyOf !== undefined) return { ...written, anyOf: [...written.anyOf, nothing] }
  const isSimple = typeof written.type === 'string' && written.enum === undefined && !('const' in written)
  return isSimple
    ? { ...written, type: [String(written.type), 'null'] }
    : { ...descriptionOf(written), anyOf: [written, nothing] }
}

/** The part of a plan that is about this object: the plan of a union is that of all its objects and lists. */
function ownPlan({ properties }: Schema, plan: InputPlan | null): InputPlan | null {
  if (properties === undefined || plan === null) return plan
  const fields = new Map([...plan.fields].filter(([name]) => name in properties))
  return fields.size === 0 ? null : { fields, items: null }
}

const BY_NAME = new Map<string, Schema>(SHAPES)

/** The schema of a body that is validated by hand, or of a shape that is named. */
function describedBy(shape: Schema): Schema {
  const { 'x-shape': named, 'x-described': described = shape } = shape
  return named === undefined ? described : describedBy(BY_NAME.get(named) ?? unknownShape(named))
}

function unknownShape(name: string): never {
  throw new Error(`there is no shape ${name}`)
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
