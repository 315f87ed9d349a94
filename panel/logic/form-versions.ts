// Three-way comparison of form values: the original, the form's and the saved version.

type Values = Readonly<Record<string, unknown>>

export interface Difference {
  readonly field: string
  readonly mine: unknown
  readonly saved: unknown
  /** Whether the form itself changed the field. */
  readonly isMine: boolean
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** Fields that differ between the form and the saved version; lists are compared as a whole. */
export function differences(base: unknown, mine: unknown, saved: unknown): Difference[] {
  const [before, typed, stored] = [flat(base), flat(mine), flat(saved)]
  return [...typed]
    .filter(([field, value]) => !isSame(value, stored.get(field)))
    .map(([field, value]) => ({
      field,
      mine: value,
      saved: stored.get(field),
      isMine: !isSame(value, before.get(field)),
    }))
}

/** Applies the form's changes to the saved version. */
export function merged<V>(base: unknown, mine: V, saved: V): V {
  const typed = new Set(
    differences(base, mine, saved)
      .filter(({ isMine }) => isMine)
      .map(({ field }) => field),
  )
  const pick = (ours: unknown, theirs: unknown, field: string): unknown => {
    if (!isRecord(ours)) return typed.has(field) ? ours : theirs
    const others = isRecord(theirs) ? theirs : {}
    return Object.fromEntries(
      Object.entries(ours).map(([name, one]) => [name, pick(one, others[name], below(field, name))]),
    )
  }
  return pick(mine, saved, '') as V
}

function flat(values: unknown, field = ''): Map<string, unknown> {
  if (!isRecord(values)) return new Map([[field, values]])
  return new Map(Object.entries(values).flatMap(([name, one]) => [...flat(one, below(field, name))]))
}

function below(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`
}

/** Undefined, null and '' are equal in a form. */
function sorted(value: unknown): unknown {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const parts = Object.entries(value).map(([name, one]): [string, unknown] => [name, sorted(one)])
  return parts.filter(([, one]) => one !== '').sort(([a], [b]) => (a < b ? -1 : 1))
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
