// Finds fields of a body that its operation does not know, so that a misspelt one is reported.

import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { NonEmpty } from '../../../contract/common.ts'
import type { Operation } from '../../../contract/operation.ts'
import { type FieldIssue, issueWith } from '../../../contract/phrases/issues.ts'
import { isSpeltOtherwise, nearestName } from './nearest-name.ts'

/** The part of a JSON schema that lists fields. */
export interface FieldShape {
  readonly properties?: Readonly<Record<string, FieldShape>>
  readonly patternProperties?: object
  readonly items?: FieldShape
  readonly anyOf?: readonly FieldShape[]
  readonly allOf?: readonly FieldShape[]
  /** The schema of a body that is validated by hand. */
  readonly 'x-described'?: FieldShape
}

/** Null if any field is allowed. */
interface Known {
  readonly fields: ReadonlyMap<string, Known> | null
  readonly items: Known | null
}

const WARNINGS_MAX = 20
/** A text in the place of a name is not repeated whole. */
const NAME_CHARACTERS_MAX = 40
const NOTHING: Known = { fields: new Map(), items: null }

/** Computed by the first body of an operation: computing all takes a tenth of the start. */
export function unknownFieldsOf(operation: Asked): (sent: unknown) => FieldIssue[] {
  let top: Here | undefined
  return (sent) => {
    top ??= topOf(operation)
    const found: Found = new Map()
    gather(top, sent, found)
    const warnings = [...found.values()]
    return warnings.length > WARNINGS_MAX ? [...warnings.slice(0, WARNINGS_MAX), MORE] : warnings
  }
}

/** An operation without a body knows no fields. */
function topOf({ body, response }: Asked): Here {
  const shape: FieldShape | undefined = body
  const shown: FieldShape = 'of' in response ? response.of : {}
  const known = shape === undefined ? NOTHING : knownIn([shape])
  return { known, returned: knownIn([shown]), path: [], place: '' }
}

/** The same for the parameters of a query. */
export function unknownParametersOf({ query }: Pick<Operation, 'query'>): (sent: unknown) => FieldIssue[] {
  return unknownFieldsOf({ ...(query !== undefined && { body: query }), response: { kind: 'redirect' } })
}

type Asked = Pick<Operation, 'body' | 'response'>

const MORE: FieldIssue = { field: 'body', issue: 'has more unknown fields, which are not listed' }

/** A field that any alternative or part has is known. */
function knownIn(shapes: readonly FieldShape[]): Known {
  const all = shapes.flatMap(partsOf)
  const objects = all.map(({ properties }) => properties).filter((properties) => properties !== undefined)
  const names = new Set(objects.flatMap((properties) => Object.keys(properties)))
  const items = all.flatMap((shape) => shape.items ?? [])
  const isOpen = objects.length === 0 || all.some(({ patternProperties }) => patternProperties !== undefined)
  return {
    fields: isOpen ? null : new Map([...names].map((name) => [name, knownIn(fieldsOf(objects, name))])),
    items: items.length === 0 ? null : knownIn(items),
  }
}

function partsOf(shape: FieldShape): FieldShape[] {
  const { 'x-described': described, anyOf = [], allOf = [] } = shape
  if (described !== undefined) return partsOf(described)
  return [shape, ...anyOf.flatMap(partsOf), ...allOf.flatMap(partsOf)]
}

function fieldsOf(objects: readonly Readonly<Record<string, FieldShape>>[], name: string): FieldShape[] {
  return objects.flatMap((properties) => properties[name] ?? [])
}

/** By path without list indexes: the same mistake in every item is reported once. */
type Found = Map<string, FieldIssue>

/** The place in a body: the known fields, and the response's fields in the same place. */
interface Here {
  readonly known: Known
  readonly returned: Known | null | undefined
  readonly path: readonly string[]
  readonly place: string
}

function gather(here: Here, value: unknown, found: Found): void {
  if (typeof value !== 'object' || value === null || found.size > WARNINGS_MAX) return
  const { known, returned, path, place } = here
  if (Array.isArray(value)) {
    const { items } = known
    if (items === null) return
    const inside = { known: items, returned: returned?.items, place }
    for (const [index, item] of value.entries())
      gather({ ...inside, path: [...path, String(index)] }, item, found)
    return
  }
  const { fields } = known
  if (fields === null) return
  for (const [name, inner] of Object.entries(value)) {
    const field = fields.get(name)
    const shown = returned?.fields?.get(name)
    if (field !== undefined)
      gather(
        { known: field, returned: shown, path: [...path, name], place: `${place}${name}.` },
        inner,
        found,
      )
    else if (!found.has(place + name)) {
      // A field of the response that cannot be set: an object may be sent back as it was read.
      const isReadOnly = shown !== undefined && !isSpeltOtherwise(name, fields.keys())
      if (!isReadOnly) found.set(place + name, detailOf(path, name, fields))
    }
    if (found.size > WARNINGS_MAX) return
  }
}

function detailOf(path: readonly string[], name: string, fields: ReadonlyMap<string, Known>): FieldIssue {
  const isLong = name.length > NAME_CHARACTERS_MAX
  const shown = isLong ? `${name.slice(0, NAME_CHARACTERS_MAX).toWellFormed()}…` : name
  const meant = isLong ? undefined : nearestName(name, fields.keys())
  const field = [...path, shown].join('.')
  if (meant === undefined) return { field, issue: 'is not a known field and was left out' }
  const guess = { name: [...path, meant].join('.') }
  return { field, issue: issueWith('is not a known field and was left out; did you mean {name}?', guess) }
}

// Validates JSON from other systems: matching values get their type, others are refused.

/** A list of at least one item. */
export const NonEmptyOf = <T extends TSchema>(items: T) =>
  Type.Unsafe<NonEmpty<Type.Static<T>>>(Type.Array(items, { minItems: 1 }))

/** Returns the value itself if it matches, otherwise null. Undeclared fields are not checked. */
export function shapeReader<T extends TSchema>(schema: T): (value: unknown) => Type.Static<T> | null {
  const compile = () => Compile(schema)
  // Compiled at its first use: most services never need most shapes.
  let validator: ReturnType<typeof compile> | undefined
  return (value) => {
    validator ??= compile()
    return validator.Check(value) ? value : null
  }
}
