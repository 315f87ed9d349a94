// Finds a list that is longer than it may be, before anybody looks at what is in it: the faults of thousands of items
// would take longer to gather than the request is worth.
import { LIST_ITEMS_MAX } from '../../../contract/limits.ts'

/** What of a JSON schema tells where lists are. */
export interface ListShape {
  readonly maxItems?: number
  readonly items?: ListShape
  readonly properties?: Readonly<Record<string, ListShape>>
  readonly anyOf?: readonly ListShape[]
  readonly allOf?: readonly ListShape[]
}

export interface Unbounded {
  /** As a JSON pointer's parts. */
  path: readonly string[]
  most: number
}

export function findUnbounded(
  shape: ListShape,
  value: unknown,
  path: readonly string[] = [],
): Unbounded | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  // Of alternatives, each would have to be spoilt.
  const alternatives = (shape.anyOf ?? []).map((part) => findUnbounded(part, value, path))
  if (alternatives.length > 0)
    return alternatives.every((found) => found !== undefined) ? alternatives[0] : undefined
  for (const part of shape.allOf ?? []) {
    const found = findUnbounded(part, value, path)
    if (found !== undefined) return found
  }
  return Array.isArray(value) ? inList(shape, value, path) : inFields(shape, value, path)
}

function inList(shape: ListShape, list: unknown[], path: readonly string[]): Unbounded | undefined {
  const most = shape.maxItems ?? LIST_ITEMS_MAX
  if (list.length > most) return { path, most }
  const { items } = shape
  if (items === undefined) return undefined
  for (const [index, item] of list.entries()) {
    const found = findUnbounded(items, item, [...path, String(index)])
    if (found !== undefined) return found
  }
  return undefined
}

function inFields(shape: ListShape, value: object, path: readonly string[]): Unbounded | undefined {
  const inner = new Map<string, unknown>(Object.entries(value))
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    const found = findUnbounded(field, inner.get(name), [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}
