// Decides which modules share a chunk. Browsers load about six files at a time: many small chunks delay a screen, and
// large ones contain code that it does not need.
import type { Rolldown } from 'vite'
import { ROOT, START } from './built-file.ts'
import { SCREEN_TABLE } from './screens-plugin.ts'

type Group = Rolldown.CodeSplittingGroup
type Graph = Rolldown.ChunkingContext

/** Libraries that every screen needs: this chunk stays cached while our own code changes. */
const BASE = /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/
const OURS = /panel[\\/](logic|api|parts)[\\/]|icon:/
/** Modules that at least this many screens share are part of the start. */
const SHARED = 5
/** Form modules import a large library, so they load only where they are needed. */
const OF_FORMS = 8

/** No group depends on a smaller one: a shared module imports only modules that are shared at least as often. */
export function chunkGroups(): Group[] {
  let start: ReadonlySet<string> | undefined
  const isOfStart = (id: string, graph: Graph) => {
    start ??= withShared(withImports(`${ROOT}${START}`, graph), graph)
    return start.has(id)
  }
  return [
    { name: 'begin', tags: ['$initial'], priority: 5 },
    { name: 'base', test: BASE, priority: 4 },
    { name: (id, graph) => (isOfStart(id, graph) ? 'start' : null), priority: 3 },
    { name: 'library', test: /node_modules/, entriesAware: true, priority: 2 },
    { name: 'icons', test: /icon:/, minShareCount: 2, priority: 1 },
    { name: 'forms', test: OURS, minShareCount: OF_FORMS },
  ]
}

/** By default, the name of a shared chunk lists all its users, and every import sends that name. */
export const chunkFileNames = ({ name }: { name: string }): string =>
  `assets/${name.replace(/~.*/, '')}-[hash].js`

/** Adds shared parts that import no library of their own. */
function withShared(start: ReadonlySet<string>, graph: Graph): ReadonlySet<string> {
  const screens = graph.getModuleInfo(SCREEN_TABLE)?.dynamicallyImportedIds ?? []
  const counts = new Map<string, number>()
  for (const screen of screens)
    for (const id of withImports(screen, graph)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const shared = [...counts].filter(([id, count]) => count >= SHARED && OURS.test(id)).map(([id]) => id)
  const isLight = (id: string) => !/node_modules/.test(id) || BASE.test(id)
  return new Set([...start, ...shared.filter((id) => [...withImports(id, graph)].every(isLight))])
}

/** A module and all its static imports. */
function withImports(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  seen.add(id)
  for (const other of graph.getModuleInfo(id)?.importedIds ?? [])
    if (!seen.has(other)) withImports(other, graph, seen)
  return seen
}
