// Which modules share a file. A browser asks for six files at a time, so a screen that needs thirty small ones waits
// five times; and what it does not need costs, too.
import type { Rolldown } from 'vite'
import { ROOT, START } from './built-file.ts'

type Group = Rolldown.CodeSplittingGroup
type Graph = Rolldown.ChunkingContext

/** What every screen stands on: stays the same while our own code changes. */
const BASE = /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/
const TABLE = `${ROOT}main/screen-table.ts`
const OURS = /panel[\\/](kit|api|parts)[\\/]|icon:/
/** What so many screens share comes with the start. */
const SHARED = 4
/** A library comes with them: only where it is needed. */
const OF_FORMS = 8

/** Files never need each other: what is shared needs only what is shared by as many. */
export function chunkGroups(): Group[] {
  let start: ReadonlySet<string> | undefined
  const isOfStart = (id: string, graph: Graph) => {
    start ??= withShared(reached(`${ROOT}${START}`, graph), graph)
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

/** A shared one would be called by all who share it: that is long, and every name is sent. */
export const chunkFileNames = ({ name }: { name: string }): string =>
  `assets/${name.replace(/~.*/, '')}-[hash].js`

/** Parts that stand on no library of their own. */
function withShared(start: ReadonlySet<string>, graph: Graph): ReadonlySet<string> {
  const screens = graph.getModuleInfo(TABLE)?.dynamicallyImportedIds ?? []
  const counts = new Map<string, number>()
  for (const screen of screens)
    for (const id of reached(screen, graph)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const shared = [...counts].filter(([id, count]) => count >= SHARED && OURS.test(id)).map(([id]) => id)
  const isLight = (id: string) => !/node_modules/.test(id) || BASE.test(id)
  return new Set([...start, ...shared.filter((id) => [...reached(id, graph)].every(isLight))])
}

/** A module and all that it cannot do without. */
function reached(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  seen.add(id)
  for (const other of graph.getModuleInfo(id)?.importedIds ?? [])
    if (!seen.has(other)) reached(other, graph, seen)
  return seen
}
