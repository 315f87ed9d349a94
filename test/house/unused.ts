// Finds what nothing uses: files that nobody imports, values that nobody imports by name, types that nobody names.
import { targetOf } from './floors.ts'
import { type Files, isTestCode } from './project-files.ts'
import { bareCodeOf, codeOf, lineAt } from './source-text.ts'

/** Files, or exports written `path name`, that need no importer; and the reason. */
export type Excuses = Readonly<Record<string, string>>

interface Export {
  name: string
  line: number
  isType: boolean
}

interface Taken {
  specifier: string
  /** `*` for the whole module. */
  names: string[]
}

/** One sentence for each file and each export that nobody needs; what the service needs counts for the service. */
export function unusedIn(files: Files, excuses: Excuses): string[] {
  const production = new Map([...files].filter(([path]) => !isTestCode(path)))
  const used = { by: usesIn(production), byAnybody: usesIn(files) }
  return [...files].flatMap(([path, text]) => {
    const uses = isTestCode(path) ? used.byAnybody : used.by
    if (path in excuses || BEGINS.test(path)) return []
    if (!uses.has(path))
      return [`${path}: ${used.byAnybody.has(path) ? 'only tests import it' : 'nobody imports it'}`]
    return exportsOf(text).flatMap(({ name, line, isType }) => {
      const place = `${path} ${name}`
      if (place in excuses || uses.has(place) || uses.has(`${path} *`)) return []
      // A type is part of the functions beside it, so whoever calls them needs not name it.
      if (isType && isNamedAgain(text, name)) return []
      return [
        `${path}:${line}: ${used.byAnybody.has(place) ? 'only tests import' : 'nobody imports'} ${name}`,
      ]
    })
  })
}

/** Run by their own name: tests, what they start as processes, benchmarks and scripts. */
const BEGINS = /\.(?:test|browser|kit|endurance)\.ts$|^(?:bench|scripts|test\/kit\/flows)\/[^/]+\.ts$/

/** What is declared with `export`; lists of names after it do not occur in this house. */
function exportsOf(text: string): Export[] {
  const code = bareCodeOf(text)
  const declared =
    /^export\s+(?:default\s+)?(?:async\s+)?(function\*?|const|let|class|interface|type)\s+([\w$]+)/gm
  const found = [...code.matchAll(declared)].map(({ 1: kind = '', 2: name = '', index }) => ({
    name,
    line: lineAt(code, index),
    isType: kind === 'interface' || kind === 'type',
  }))
  // A schema and the type of its values share a name, and an import takes both.
  return found.filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
}

/** Each import of a text with the names it takes. */
function takenBy(text: string): Taken[] {
  const code = codeOf(text)
  const statements = [...code.matchAll(/\b(?:import|export)\b([\s\w$*,{}]*?)\bfrom\s*'([^']*)'/g)]
  const effects = [...code.matchAll(/\bimport\s*'([^']*)'/g)]
  const running = [
    ...code.matchAll(/(?:\{([\s\w$,:]*)\}\s*=\s*await\s+)?\bimport\s*\(\s*'([^']*)'\s*\)\)?(?:\.([\w$]+))?/g),
  ]
  return [
    ...statements.map(({ 1: clause = '', 2: specifier = '' }) => ({ specifier, names: namesIn(clause) })),
    ...effects.map(({ 1: specifier = '' }) => ({ specifier, names: [] })),
    ...running.map(({ 1: clause, 2: specifier = '', 3: name }) => ({
      specifier,
      names: name !== undefined ? [name] : namesIn(clause === undefined ? '*' : `{${clause}}`),
    })),
  ]
}

/** The paths that are imported, and `path name` for each name that is taken. */
function usesIn(files: Files): Set<string> {
  const uses = [...files].flatMap(([path, text]) =>
    takenBy(text).flatMap(({ specifier, names }) => {
      if (!specifier.startsWith('.')) return []
      const target = targetOf(path, specifier)
      return [target, ...names.map((name) => `${target} ${name}`)]
    }),
  )
  return new Set(uses)
}

function namesIn(clause: string): string[] {
  if (clause.includes('*')) return ['*']
  const inBraces = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
  return inBraces.split(',').flatMap((part) => /^\s*(?:type\s+)?([\w$]+)/.exec(part)?.[1] ?? [])
}

function isNamedAgain(text: string, name: string): boolean {
  const places = bareCodeOf(text).split(/[^\w$]+/)
  return places.filter((word) => word === name).length > 1
}
