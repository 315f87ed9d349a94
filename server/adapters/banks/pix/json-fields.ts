// Reads JSON from outside defensively: every field is checked before it is used.

export type Fields = Readonly<Record<string, unknown>>

/** The object that a text holds; null for anything else. */
export function fieldsOf(text: string): Fields | null {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return null
  }
}

export function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}
