// Provides contract data to the panel: routes of all operations and schemas of single inputs, without the schema
// library.
import type { Plugin } from 'vite'
import { isChange, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { API_PATH, type Route } from '../api/route.ts'
import { virtualModules } from './virtual-modules.ts'

const operations = new Map(Object.entries<Operation>(OPERATIONS))

export function contractPlugins(): Plugin[] {
  return [
    virtualModules('contract', () => `export const ROUTES = ${JSON.stringify(routeTable())}`),
    virtualModules('schema', (id) => {
      const { body } = operations.get(id) ?? {}
      if (body === undefined) throw new Error(`schema:${id}: no operation of this name takes a body`)
      return `export default ${JSON.stringify(plainSchema(body))}`
    }),
  ]
}

/** The public operations, sorted by similarity, which compresses best. */
export function routeTable(): Record<string, Route> {
  const rows = [...operations].filter(([, { path, tag }]) => path.startsWith(API_PATH) && tag !== undefined)
  const sorted = rows.toSorted(([, a], [, b]) => (a.path < b.path ? -1 : 1))
  return Object.fromEntries(sorted.map(([id, one]) => [id, routeOf(one)]))
}

/** Changes of the team itself always use live mode. */
function routeOf(one: Operation): Route {
  const route = [
    one.method,
    one.path.slice(API_PATH.length),
    isChange(one) ? 1 : 0,
    one.response.kind,
  ] as const
  return one.liveModeOnly ? [...route, 'live'] : route
}

const PROSE = new Set(['description', 'examples', 'title', 'default'])

/** Removes texts that only the documentation needs, and keeps the description of fields that are validated by hand. */
export function plainSchema(schema: object): object {
  const { 'x-described': described } = { 'x-described': undefined, ...schema }
  const source: object = described ?? schema
  return JSON.parse(JSON.stringify(source, (key, value) => (isProse(key, value) ? undefined : value)))
}

/** A property can have the name of a keyword; its value is then a schema. */
function isProse(key: string, value: unknown): boolean {
  return PROSE.has(key) && (typeof value !== 'object' || Array.isArray(value))
}
