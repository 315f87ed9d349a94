// Reads one header from any source: Node.js, a framework's record in any case, or Fetch Headers.

export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** Fetch's Headers, or another class with the same method. */
export interface HeaderReader {
  get(name: string): string | null | undefined
}

/**
 * `name` in lower case. Null if the header is missing or empty; several values are joined, which matches
 * nothing.
 */
export function headerOf(headers: HeaderRecord | HeaderReader, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null
  const values = isReader(headers) ? [headers.get(name)] : valuesIn(headers, name)
  const texts = values.filter((value) => typeof value === 'string')
  return texts.join(', ') || null
}

function valuesIn(headers: HeaderRecord, name: string): unknown[] {
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value)
}

function isReader(headers: HeaderRecord | HeaderReader): headers is HeaderReader {
  return typeof headers.get === 'function'
}
