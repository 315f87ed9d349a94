// Finds files that import each other, directly or through others: they can only be understood all at once.
import { importsOf, targetOf } from './floors.ts'
import type { Files } from './project-files.ts'

/** What each file imports of the others, types included. */
type Imports = ReadonlyMap<string, string[]>

/** Each circle as the sorted paths of its files. */
export function circlesIn(files: Files): string[][] {
  const imports: Imports = new Map([...files].map(([path, text]) => [path, targetsOf(path, text)]))
  const left = withoutLeaves(imports)
  const reaches = new Map([...left.keys()].map((path) => [path, reachedFrom(left, path)]))
  const circles = new Map<string, string[]>()
  for (const [path, reached] of reaches) {
    if (!reached.has(path)) continue
    const circle = [...reached].filter((other) => reaches.get(other)?.has(path)).sort()
    circles.set(circle.join(' '), circle)
  }
  return [...circles.values()]
}

/** Without what imports none of the others that are left: circles, and what leads to them. */
function withoutLeaves(imports: Imports): Imports {
  const inner = [...imports].filter(([, targets]) => targets.some((target) => imports.has(target)))
  return inner.length === imports.size ? imports : withoutLeaves(new Map(inner))
}

/** All that a file imports through any number of others; itself only if it is in a circle. */
function reachedFrom(imports: Imports, start: string): Set<string> {
  const reached = new Set(imports.get(start))
  // A set grows while it is walked, so this visits all that can be reached.
  for (const path of reached) {
    for (const target of imports.get(path) ?? []) reached.add(target)
  }
  return reached
}

function targetsOf(path: string, text: string): string[] {
  return importsOf(text).flatMap(({ specifier }) =>
    specifier?.startsWith('.') ? [targetOf(path, specifier)] : [],
  )
}
