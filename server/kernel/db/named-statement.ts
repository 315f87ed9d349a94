// A prepared statement whose parameters have names: among twenty, nobody can tell $17 from $18.
import { type Queryable, statement } from './db.ts'

/**
 * Parameters are written `:name`, each as often as it is needed. Casts (`::text`) and forms of time (`HH24:MI`) are
 * left alone.
 */
export function namedStatement<Row, Values extends Readonly<Record<string, unknown>>>(
  text: string,
): (db: Queryable, values: Values) => Promise<Row[]> {
  const names: string[] = []
  const numbered = text.replace(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const run = statement<Row>(numbered)
  return async (db, values) => run(db, ...names.map((name) => demandValue(values, name)))
}

function demandValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new Error(`the statement wants a value for :${name}`)
  return value
}
