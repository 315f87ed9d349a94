// Finds places of the tree that say the same twice, so that one piece of code can serve where the logic is the same.
// Six lines in a row count: the same to the letter, or of the same shape, with other names, strings and numbers. Lines
// of the same shape must be thick enough to mean something (five signs a line on average), and not the rows of a list
// (three shapes among the six). Passed over: blank lines, comments, imports, lone punctuation, and what stands in more
// than eight places, which is a form and no copy. Two files are one pair, however many runs they share; so is a file
// that repeats itself.
import type { Files } from './project-files.ts'
import { lineAt, type Piece, piecesOf, withoutSqlComments } from './source-text.ts'

const RUN_LINES = 6
const PLACES_MAX = 8
const SHAPE_SIGNS_MIN = 5 * RUN_LINES
const SHAPES_MIN = 3

interface Line {
  number: number
  exact: string
  shape: string
}

/** What one line or several say. */
interface Saying {
  number: number
  times: number
  /** Counted of shapes alone. */
  signs: number
}

interface Place {
  path: string
  /** Of its first line among those of the file that count. */
  index: number
}

interface Run {
  lines: number
  a: Place
  b: Place
}

/** One text for each pair of files, the longest run of each, longest first; runs shorter than `least` are let be. */
export function duplicatePairs(files: Files, least = RUN_LINES): string[] {
  const lines = new Map([...files].map(([path, text]) => [path, linesOf(path, text)]))
  const shared = new Map<string, [a: Place, b: Place][]>()
  for (const key of ['exact', 'shape'] as const) {
    for (const places of windowsOf(lines, key).values()) {
      if (places.length > PLACES_MAX) continue
      for (const [a, b] of pairsOf(places)) {
        const name = `${a.path} ~ ${b.path}`
        shared.set(name, [...(shared.get(name) ?? []), [a, b]])
      }
    }
  }
  const runs = [...shared.values()]
    .map(longestRun)
    .filter(({ lines: length }) => length >= least)
    .sort((a, b) => b.lines - a.lines)
  return runs.map(
    ({ a, b, lines: length }) => `${placeText(lines, a, length)} ~ ${placeText(lines, b, length)}`,
  )
}

/** Every six lines in a row that all stand elsewhere too, by what they say. */
function windowsOf(all: ReadonlyMap<string, Line[]>, key: 'exact' | 'shape'): Map<string, Place[]> {
  const sayings = sayingsOf(all, key)
  const windows = new Map<string, Place[]>()
  for (const [path, lines] of all) {
    const said = lines.map((line) => sayings.get(line[key])!)
    let repeated = 0
    for (const [at, { times }] of said.entries()) {
      repeated = times > 1 ? repeated + 1 : 0
      if (repeated < RUN_LINES) continue
      const index = at + 1 - RUN_LINES
      const window = said.slice(index, at + 1)
      if (key === 'shape' && (signsIn(window) < SHAPE_SIGNS_MIN || new Set(window).size < SHAPES_MIN))
        continue
      const name = window.map(({ number }) => number).join(' ')
      const places = windows.get(name)
      if (places === undefined) windows.set(name, [{ path, index }])
      else places.push({ path, index })
    }
  }
  return windows
}

/** Everything that lines say, numbered: six numbers are told apart sooner than six lines. */
function sayingsOf(all: ReadonlyMap<string, Line[]>, key: 'exact' | 'shape'): ReadonlyMap<string, Saying> {
  const sayings = new Map<string, Saying>()
  for (const lines of all.values()) {
    for (const { [key]: text } of lines) {
      const known = sayings.get(text)
      if (known !== undefined) known.times++
      else sayings.set(text, { number: sayings.size, times: 1, signs: key === 'shape' ? signsOf(text) : 0 })
    }
  }
  return sayings
}

function signsOf(text: string): number {
  return text.match(/\w+|[^\s\w]/g)?.length ?? 0
}

function signsIn(window: readonly Saying[]): number {
  return window.reduce((sum, { signs }) => sum + signs, 0)
}

/** Lines do not repeat themselves, so places of one file must not overlap. */
function pairsOf(places: Place[]): [Place, Place][] {
  return places.flatMap((a, at) =>
    places
      .slice(at + 1)
      .filter((b) => a.path !== b.path || b.index - a.index >= RUN_LINES)
      .map((b): [Place, Place] => [a, b]),
  )
}

function longestRun(pairs: [Place, Place][]): Run {
  const known = new Set(pairs.map(([a, b]) => `${a.index} ${b.index}`))
  const runs = pairs.map(([a, b]) => {
    let more = 0
    while (known.has(`${a.index + more + 1} ${b.index + more + 1}`)) more++
    return { lines: RUN_LINES + more, a, b }
  })
  return runs.reduce((longest, run) => (run.lines > longest.lines ? run : longest))
}

function placeText(all: ReadonlyMap<string, Line[]>, { path, index }: Place, length: number): string {
  const lines = all.get(path) ?? []
  return `${path}:${lines[index]?.number}-${lines[index + length - 1]?.number}`
}

/** The lines that count, with the white space inside them folded. */
function linesOf(path: string, text: string): Line[] {
  const pieces: readonly Piece[] = path.endsWith('.sql')
    ? [{ kind: 'template', text: withoutSqlComments(text) }]
    : piecesOf(text)
  const imports = path.endsWith('.sql') ? new Set() : linesOfImports(text)
  const exact = foldedLines(pieces, ({ kind, text }) => (kind === 'comment' ? blankLines(text) : text))
  const shape = foldedLines(pieces, shapeOf)
  return exact.flatMap((line, at) =>
    /\w/.test(line) && !imports.has(at) ? [{ number: at + 1, exact: line, shape: shape[at] ?? '' }] : [],
  )
}

const IMPORT = /^import\b[^'"(]*['"][^'"]*['"].*$/gm

/** The numbers of the lines, from 0, that they stand on. */
function linesOfImports(text: string): Set<number> {
  return new Set(
    [...text.matchAll(IMPORT)].flatMap(({ 0: found, index }) => {
      const first = lineAt(text, index) - 1
      return found.split('\n').map((_, more) => first + more)
    }),
  )
}

function foldedLines(pieces: readonly Piece[], textOf: (piece: Piece) => string): string[] {
  const text = pieces.map(textOf).join('')
  return text.split('\n').map((line) => line.trim().replace(/\s{2,}|[^\S ]/g, ' '))
}

/** Names, values and patterns become signs; words of the languages stay, since they are the shape. */
function shapeOf({ kind, text }: Piece): string {
  if (kind === 'comment') return blankLines(text)
  if (kind === 'string') return '"'
  if (kind === 'regex') return '/'
  return text.replace(NAMES, (word, quoted?: string, digits?: string) => {
    if (quoted !== undefined) return '"'
    if (digits !== undefined) return '0'
    return WORDS.has(word) ? word : 'n'
  })
}

const NAMES = /('[^'\n]*')|(\$?\d[\w.]*)|[\p{L}_$][\p{L}\d_$]*/gu

function blankLines(text: string): string {
  return text.replace(/[^\n]/g, '')
}

const WORDS: ReadonlySet<string> = new Set(
  (
    'any as async await bigint boolean break case catch class const continue Date default delete do else export ' +
    'extends false finally for from function if in instanceof interface is let new null number object of private ' +
    'Promise public readonly return satisfies static string switch this throw true try type typeof undefined ' +
    'unknown void while ' +
    'alter and array begin by check constraint create cross end exists index insert into join key left limit not ' +
    'on or order primary references select set table union unique update using values when where with'
  ).split(' '),
)
