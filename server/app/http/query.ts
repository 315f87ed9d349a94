// Parses query strings: `metadata[key]=value` becomes an object, and `expand[]=name` a list.
import { parse } from 'node:querystring'

const METADATA = /^metadata\[(.+)\]$/s
/** PHP and others number the items. */
const EXPAND = /^expand\[\d*\]$/

export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null)
  const metadata: Record<string, unknown> = Object.create(null)
  const expand: string[] = []
  for (const [name, value = ''] of Object.entries(parse(text))) {
    const [, key] = METADATA.exec(name) ?? []
    if (key !== undefined) metadata[key] = value
    else if (EXPAND.test(name)) expand.push(...[value].flat())
    else query[name] = value
  }
  if (Object.keys(metadata).length > 0) query.metadata = metadata
  if (expand.length > 0) query.expand = [...[query.expand ?? []].flat(), ...expand]
  return query
}

/** The parameters of such a query, for requests of our own. */
export function queryOf(values: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string | string[]][] => {
      if (Array.isArray(value)) return [[`${name}[]`, value.map(String)]]
      if (typeof value !== 'object' || value === null) return [[name, String(value)]]
      return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
    }),
  )
}
