// Chains rows by SHA-256, as SQL: the statement that writes a row also makes its hash, and readers make it again from
// the same text. Fields stand between tabs, so what people wrote is escaped.

const TAB = String.raw`E'\t'`

/** The text that is hashed, of SQL for each of its fields. */
export function chainText(fields: readonly string[]): string {
  return fields.join(` || ${TAB} || `)
}

/** The hash of a row: of the hash before it, or of what the chain begins with, and its text. */
export function chainHash(before: string, genesis: string, text: string): string {
  return `sha256(coalesce(${before}, sha256(convert_to(${genesis}, 'UTF8'))) || convert_to(${text}, 'UTF8'))`
}

/** A text that people or programs chose, without tabs and line breaks; nothing where it is null. */
export function chainField(text: string): string {
  const steps = [String.raw`E'\\', E'\\\\'`, String.raw`E'\t', E'\\t'`, String.raw`E'\n', E'\\n'`]
  const escaped = [...steps, String.raw`E'\r', E'\\r'`].reduce(
    (sql, step) => `replace(${sql}, ${step})`,
    `(${text})::text`,
  )
  return `coalesce(${escaped}, '')`
}

/** The same of a text that is at hand: fewer steps for the database. */
export function escapeChainText(text: string): string {
  if (!/[\\\t\n\r]/.test(text)) return text
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

/** A moment in UTC with milliseconds. */
export function chainTime(at: string): string {
  return `to_char((${at})::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
