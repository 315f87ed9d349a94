// The figures that tell whether the house stays easy to live in, and the goal of each.
import { circlesIn } from './circles.ts'
import { duplicatePairs } from './duplicates.ts'
import { type Files, isTestCode } from './project-files.ts'
import { bareCodeOf, lineAt } from './source-text.ts'

interface Tree {
  /** All that people write, SQL and plain JavaScript too. */
  written: Files
  typescript: Files
  /** What the service runs, and what integrators copy. */
  production: Files
  tests: Files
  /** Of the panel: tested by running them as a whole, in a browser. */
  screens: Files
  styles: Files
  markup: Files
}

interface Measured {
  value: number
  /** Where it was counted, if it was counted in places. */
  places: string[]
}

interface Figure {
  name: string
  goal: { below: number } | { most: number } | { least: number }
  measure: (tree: Tree) => Measured
}

const FILE_LINES_MAX = 200
/** Markup stands one property a line: calling the same part twice takes six lines easily, and copies nothing. */
const MARKUP_LINES = 9

/** THE goals. They may become stricter, never looser. */
export const FIGURES: readonly Figure[] = [
  {
    name: 'Import circles between files, types included',
    goal: { most: 0 },
    measure: ({ typescript }) => counted(circlesIn(typescript).map((paths) => paths.join(', '))),
  },
  {
    name: '`!` assertions in 1,000 lines of production code',
    goal: { below: 3 },
    measure: ({ production }) => perThousand(production, placesOf(production, NON_NULL)),
  },
  {
    name: '`as` assertions in 1,000 lines of production code',
    goal: { below: 2 },
    measure: ({ production }) => perThousand(production, placesOf(production, ASSERTION)),
  },
  {
    name: 'Pairs of places that share six lines or more',
    goal: { below: 40 },
    measure: ({ written, markup }) => counted(duplicatePairs(without(written, markup))),
  },
  {
    name: `Pairs of places among the screens that share ${MARKUP_LINES} lines or more`,
    goal: { below: 10 },
    measure: ({ markup }) => counted(duplicatePairs(markup, MARKUP_LINES)),
  },
  {
    name: `Production files of more than ${FILE_LINES_MAX} lines`,
    goal: { most: 0 },
    measure: ({ production, styles }) => counted(longFiles(new Map([...production, ...styles]))),
  },
  {
    name: 'Median lines of a production file',
    goal: { below: 70 },
    measure: ({ production }) => plain(median([...production.values()].map(linesIn))),
  },
  {
    name: 'Lines of tests for each line of production code',
    goal: { least: 0.9 },
    measure: ({ production, screens, tests }) =>
      plain(linesOf(tests) / (linesOf(production) - linesOf(screens))),
  },
]

/** The groups of a tree that is given as all its files. */
export function treeOf(files: Files): Tree {
  // What is generated is written by nobody: its generator is counted.
  const typescript = pick(
    files,
    /^(?:contract|server|sdk(?!\/src\/generated)|panel|test|bench|scripts)\/.*\.tsx?$/,
  )
  return {
    written: new Map([...typescript, ...pick(files, /^(?:bin|server)\/.*\.(?:mjs|sql)$/)]),
    typescript,
    production: new Map([...typescript].filter(([path]) => !isTestCode(path))),
    screens: pick(typescript, /^panel\/(?!kit\/|build\/)/),
    // English words have the shape of the Portuguese ones, and must.
    markup: pick(typescript, /\.tsx$|\/words\/en\//),
    styles: pick(files, /^panel\/.*\.css$/),
    tests: pick(typescript, /^test\/|(?:\.test|\/test-support)\.ts$/),
  }
}

export function isReached({ goal }: Figure, value: number): boolean {
  if ('below' in goal) return value < goal.below
  return 'most' in goal ? value <= goal.most : value >= goal.least
}

export function goalText({ goal }: Figure): string {
  if ('below' in goal) return `below ${goal.below}`
  return 'most' in goal ? String(goal.most) : `${goal.least} or more`
}

export function valueText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2)
}

/** After a value, or a name that is declared before its value; not the ! of "not". */
const NON_NULL = /(?<=[\w$)\]'])!(?!=[^=]|==)/g
const ASSERTION = /(?<=[\s)\]}'])as\s+(?!const\b)/g
/** Names are given others there; that asserts nothing. */
const RENAMING = /\b(?:import|export)\b(?:\s+type)?\s*(?:\*\s*as\s+\w+|[\s\w$,]*\{[^}]*\})(?:\s*from)?/g

function placesOf(files: Files, pattern: RegExp): string[] {
  return [...files].flatMap(([path, text]) => {
    const code = bareCodeOf(text).replace(RENAMING, (clause) => clause.replace(/[^\n]/g, ' '))
    return [...code.matchAll(pattern)].map(({ index }) => `${path}:${lineAt(code, index)}`)
  })
}

function longFiles(files: Files): string[] {
  const long = [...files].filter(([, text]) => linesIn(text) > FILE_LINES_MAX)
  return long.map(([path, text]) => `${path}: ${linesIn(text)} lines`)
}

function without(files: Files, others: Files): Files {
  return new Map([...files].filter(([path]) => !others.has(path)))
}

function counted(places: string[]): Measured {
  return { value: places.length, places }
}

function perThousand(files: Files, places: string[]): Measured {
  return { value: (places.length * 1_000) / linesOf(files), places }
}

function plain(value: number): Measured {
  return { value, places: [] }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function linesOf(files: Files): number {
  return [...files.values()].reduce((sum, text) => sum + linesIn(text), 0)
}

function linesIn(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

function pick(files: Files, paths: RegExp): Files {
  return new Map([...files].filter(([path]) => paths.test(path)))
}
