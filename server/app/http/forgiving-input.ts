// Tidies a body by its schema before validation: fields under another accepted name are renamed, and `null` in
// an optional field of a create or a search means that the field was left out. The document shows inputs by the same
// plan.
import { isDeepStrictEqual } from 'node:util'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'

/** The part of a JSON schema with names, optional fields and nulls. */
interface Shape {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly 'x-alias'?: string
  readonly 'x-not-null'?: true
  readonly 'x-described'?: Shape
}

export interface PlannedField {
  readonly alias: string | undefined
  /** Whether the field is optional, and null is neither its own value nor refused. */
  readonly isOmittedByNull: boolean
  readonly inner: InputPlan | null
}

/** What is accepted in one place of a body besides what its schema says. */
export interface InputPlan {
  readonly fields: ReadonlyMap<string, PlannedField>
  readonly items: InputPlan | null
}

/** Changes the body in place, and returns the fields that were sent under two names with different values. */
export type Tidy = (body: unknown) => FieldIssue[]

/** Computed by the first body of an operation. */
export function tidierOf(schema: object, method: string | string[]): Tidy {
  let plan: InputPlan | null | undefined
  return (body) => {
    if (plan === undefined) plan = inputPlan(schema, method)
    const conflicts: FieldIssue[] = []
    if (plan !== null) tidy(plan, body, [], conflicts)
    return conflicts
  }
}

/** A PATCH keeps nulls, as they clear fields, but for those in lists, whose items are replaced as wholes. */
export function inputPlan(schema: object, method: string | string[]): InputPlan | null {
  return planOf([schema], method === 'POST' || method === 'PUT')
}

function planOf(shapes: readonly Shape[], dropsNulls: boolean): InputPlan | null {
  const parts = shapes.flatMap(partsOf)
  const objects = parts.filter(({ properties }) => properties !== undefined)
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))
  const fields = new Map<string, PlannedField>()
  for (const name of names) {
    const own = objects.flatMap(({ properties = {} }) => properties[name] ?? [])
    const alias = own.find((shape) => shape['x-alias'] !== undefined)?.['x-alias']
    const isRequired = objects.some(({ required = [] }) => required.includes(name))
    const hasOwnNull = own.flatMap(partsOf).some((shape) => takesNull(shape) || shape['x-not-null'] === true)
    const isOmittedByNull = dropsNulls && !isRequired && !hasOwnNull
    const inner = planOf(own, dropsNulls)
    if (alias !== undefined || isOmittedByNull || inner !== null)
      fields.set(name, { alias, isOmittedByNull, inner })
  }
  const itemShapes = parts.flatMap(({ items }) => items ?? [])
  const items = itemShapes.length === 0 ? null : planOf(itemShapes, true)
  return fields.size === 0 && items === null ? null : { fields, items }
}

function partsOf(shape: Shape): Shape[] {
  const { 'x-described': described, anyOf = [], allOf = [] } = shape
  if (described !== undefined) return partsOf(described)
  const nested = [...anyOf, ...allOf].flatMap(partsOf)
  return nested.length > 0 ? nested : [shape]
}

/** A schema without any of these keywords takes every value. */
function takesNull({ type, enum: values, const: only }: Shape): boolean {
  if (type !== undefined) return type === 'null' || (Array.isArray(type) && type.includes('null'))
  return values === undefined ? only === undefined : values.includes(null)
}

function tidy(plan: InputPlan, value: unknown, path: readonly string[], conflicts: FieldIssue[]): void {
  if (Array.isArray(value)) {
    const { items } = plan
    if (items !== null)
      for (const [index, item] of value.entries()) tidy(items, item, [...path, String(index)], conflicts)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const sent: Record<string, unknown> = Object(value)
  for (const [name, { alias, isOmittedByNull, inner }] of plan.fields) {
    if (alias !== undefined && Object.hasOwn(sent, alias)) {
      const conflict = rename(sent, name, alias)
      if (conflict !== undefined) conflicts.push({ field: [...path, alias].join('.'), issue: conflict })
    }
    if (!Object.hasOwn(sent, name)) continue
    if (isOmittedByNull && sent[name] === null) delete sent[name]
    else if (inner !== null) tidy(inner, sent[name], [...path, name], conflicts)
  }
}

function rename(sent: Record<string, unknown>, name: string, alias: string): Issue | undefined {
  const [value, known] = [sent[alias], Object.hasOwn(sent, name) ? sent[name] : undefined]
  delete sent[alias]
  if (known === undefined || known === null) sent[name] = value
  else if (value !== null && !isDeepStrictEqual(value, known))
    return issueWith('must be left out or equal {field}, which is the same field', { field: name })
  return undefined
}
