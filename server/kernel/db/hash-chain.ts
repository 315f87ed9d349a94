// Chains rows by SHA-256 in SQL: the statement that writes a row computes its hash, and readers compute it
// again. Fields are separated by tabs, so texts are escaped.

const TAB = String.raw`E'\t'`

/** The hashed text, from an SQL expression for each field. */
export function chainText(fields: readonly string[]): string {
  return fields.join(` || ${TAB} || `)
}

/** The hash of a row: of the previous hash, or the genesis, and its text. */
export function chainHash(before: string, genesis: string, text: string): string {
  return `sha256(coalesce(${before}, sha256(convert_to(${genesis}, 'UTF8'))) || convert_to(${text}, 'UTF8'))`
}

/** A text without tabs and line breaks; empty for null. */
export function chainField(text: string): string {
  const steps = [String.raw`E'\\', E'\\\\'`, String.raw`E'\t', E'\\t'`, String.raw`E'\n', E'\\n'`]
  const escaped = [...steps, String.raw`E'\r', E'\\r'`].reduce(
    (sql, step) => `replace(${sql}, ${step})`,
    `(${text})::text`,
  )
  return `coalesce(${escaped}, '')`
}

/** Escapes a known text as `chainField` does, with less work for the database. */
export function escapeChainText(text: string): string {
  if (!/[\\\t\n\r]/.test(text)) return text
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

/** A timestamp in UTC with milliseconds. */
export function chainTime(at: string): string {
  return `to_char((${at})::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
