// Reads one header wherever it comes from: Node.js, a framework's record in any case, or a Fetch Headers.

export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** What Fetch's Headers offers; other classes with the same method will do. */
export interface HeaderReader {
  get(name: string): string | null | undefined
}

/** `name` in lower case. Null where the header is missing or empty; of several, all in one, which fits nothing. */
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
