// Writes into a copy of the sources what PostgreSQL returns for each statement, and lets the compiler compare it with
// the row type that stands there.
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { type Files, lineAt, projectFile } from './project-files.ts'

/** A call of `statement` or `namedStatement`; line and column count from 1. */
export interface Site {
  path: string
  line: number
  column: number
  text: string
}

/** A PostgreSQL type, what the driver makes of it, and a text of it. */
export const TYPES: Readonly<Record<string, readonly [typescript: string, sample: string]>> = {
  bool: ['boolean', 't'],
  bytea: ['Buffer', '\\x00'],
  date: ['string', '2026-01-31'],
  float8: ['number', '1.5'],
  int2: ['number', '1'],
  int4: ['number', '1'],
  int8: ['bigint', '1'],
  json: ['Json', '{}'],
  jsonb: ['Json', '{}'],
  name: ['string', 'a'],
  numeric: ['string', '1.5'],
  text: ['string', 'a'],
  timestamptz: ['Date', '2026-01-31T00:00:00Z'],
  uuid: ['string', '00000000-0000-4000-8000-000000000000'],
  void: ['string', ''],
  _int4: ['number[]', '{1}'],
  _text: ['string[]', '{a}'],
}

interface Field {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

interface TableColumn {
  table: string
  name: string
  type: string
  isNotNull: boolean
}

/** Every column of every table by its numbers, and every type by its number. */
export interface Catalogue {
  columns: ReadonlyMap<string, TableColumn>
  types: ReadonlyMap<number, string>
}

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const columns = await client.query<TableColumn & { key: string }>(`
    select attrelid || '.' || attnum as key, relname as table, attname as name, pg_type.typname as type,
      attnotnull as "isNotNull"
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type own on own.oid = atttypid
      join pg_type on pg_type.oid = coalesce(nullif(own.typbasetype, 0), own.oid)
    where relnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace) and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped
    order by 1`)
  const types = await client.query<{ oid: number; name: string }>('select oid, typname as name from pg_type')
  return {
    columns: new Map(columns.rows.map((row) => [row.key, row])),
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
  }
}

/** The columns that a statement returns; it is prepared, and not run. */
export function describe(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleParseComplete() {},
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    })
  })
}

/** The type of the rows of a statement, as `Checked` takes it. */
export function rowTypeOf(text: string, fields: readonly Field[], { columns, types }: Catalogue): string {
  const outerNull = outerNulls(text, new Set([...columns.values()].map(({ table }) => table)))
  const nullOf = (column: TableColumn | undefined) => {
    if (column === undefined) return ' | PerhapsNull'
    if (column.isNotNull) return outerNull(column.table)
    return isRuledOut(column.name, text) ? ' | PerhapsNull' : ' | null'
  }
  const typed = fields.map(({ name, tableID, columnID, dataTypeID }) => {
    const column = columns.get(`${tableID}.${columnID}`)
    return `${JSON.stringify(name)}: ${typeOf(types.get(dataTypeID))}${nullOf(column)}`
  })
  return `{ ${typed.join('; ')} }`
}

/** Columns that can be null in their table, but not in the rows of a statement with this text, and why. */
const NEVER_NULL: readonly { text: string; columns: readonly string[]; why: string }[] = [
  {
    text: `purpose = 'invitation'`,
    columns: ['team_id', 'email', 'role', 'language', 'expires_at', 'sent_at'],
    why: 'an invitation is inserted with all of them; links for other purposes have none',
  },
  {
    text: 'target = coalesce(target, $3::timestamptz)',
    columns: ['target'],
    why: 'it is set by the same statement',
  },
]

/** Whether the text can keep rows out whose column is null: they fail a comparison of it. */
function isRuledOut(column: string, text: string): boolean {
  if (NEVER_NULL.some((one) => text.includes(one.text) && one.columns.includes(column))) return true
  return new RegExp(
    `\\b(?:where|and|on)\\s+(?:\\w+\\.)?${column}\\s*(?:[=<>]|is not null|in\\b|like\\b|between\\b)`,
    'i',
  ).test(text)
}

/** What the columns of a table that are never null there are in this statement: null where an outer join adds it. */
function outerNulls(text: string, tables: ReadonlySet<string>): (table: string) => string {
  const outer = [...text.matchAll(/\b(left|right|full)\s+(?:outer\s+)?join\s+(\w*)/gi)]
  if (outer.some(([, side, name = '']) => !/left/i.test(side as string) || !tables.has(name)))
    return () => ' | PerhapsNull'
  return (table) => {
    const all = text.matchAll(new RegExp(`(\\w*)\\s+(?:from|join|into|update)\\s+${table}\\b`, 'gi'))
    const sides = new Set([...all].map(([, before = '']) => /^(?:left|outer)$/i.test(before)))
    return !sides.has(true) ? '' : sides.has(false) ? ' | PerhapsNull' : ' | null'
  }
}

/** Every table with its columns, as `CheckedTables` takes them. */
export function databaseType({ columns }: Catalogue): string {
  const tables = Map.groupBy(columns.values(), ({ table }) => table)
  const lines = [...tables].map(([table, all]) => {
    const typed = all.map(
      ({ name, type, isNotNull }) => `${JSON.stringify(name)}: ${typeOf(type)}${isNotNull ? '' : ' | null'}`,
    )
    return `  ${table}: { ${typed.join('; ')} }`
  })
  return `export interface Database {\n${lines.join('\n')}\n}\n`
}

function typeOf(name = '(none)'): string {
  const known = TYPES[name]?.[0]
  return known ?? `'no type is known for ${name}'`
}

/** The statements that are created when their modules are loaded. */
export async function loadSites(paths: readonly string[]): Promise<Site[]> {
  const workerData = { project: PROJECT_DIR, paths }
  const thread = new Worker(new URL('./sql-sites-thread.ts', import.meta.url), { workerData })
  try {
    return await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
  } finally {
    await thread.terminate()
  }
}

/** Where a text calls a function by name, with or without a row type. */
export function callsIn(text: string, names: string): { line: number; column: number; isTyped: boolean }[] {
  const calls = text.matchAll(new RegExp(`(?<![\\w.]|function |typeof )(?:${names})([<(])`, 'g'))
  return [...calls].map(({ 1: bracket, index }) => ({
    line: lineAt(text, index),
    column: index - text.lastIndexOf('\n', index - 1),
    isTyped: bracket === '<',
  }))
}

/** A type to write around the first type argument of a call: `before` it and `after` it. */
export interface Around {
  line: number
  column: number
  before: string
  after: string
}

/** The text with the types written around, on the same lines. */
export function writeAround(text: string, all: readonly Around[]): string {
  const lines = text.split('\n')
  const starts = lines.map((_, index) => lines.slice(0, index).join('\n').length + (index === 0 ? 0 : 1))
  const inserts = all.flatMap(({ line, column, before, after }) => {
    const call = (starts[line - 1] as number) + column - 1
    const begin = text.indexOf('<', call) + 1
    return [
      { at: begin, text: before },
      { at: endOfArgument(text, begin), text: after },
    ]
  })
  return inserts
    .toSorted((one, other) => other.at - one.at)
    .reduce((written, { at, text }) => written.slice(0, at) + text + written.slice(at), text)
}

/** Where the type argument that begins here ends. */
function endOfArgument(text: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < text.length; at++) {
    const character = text[at] as string
    if (depth === 0 && (character === ',' || character === '>')) return at
    if ('<({['.includes(character)) depth++
    else if (')}]'.includes(character) || (character === '>' && text[at - 1] !== '=')) depth--
  }
  throw new Error('a type argument without an end')
}

/** Compiles the copy in a folder and returns what the compiler reports, a text each. */
export async function compile(folder: string, files: Files, changed: ReadonlySet<string>): Promise<string[]> {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    // The others are compiled with the project.
    writeFileSync(join(folder, path), changed.has(path) ? text : `// @ts-nocheck\n${text}`)
  }
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(folder, 'node_modules'))
  const { compilerOptions } = JSON.parse(projectFile('tsconfig.json'))
  writeFileSync(join(folder, 'package.json'), projectFile('package.json'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...changed] }))
  const tsc = join(PROJECT_DIR, 'node_modules/typescript/bin/tsc')
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [tsc, '--pretty', 'false'], { cwd: folder }, (_, stdout) => resolve(stdout)),
  )
  return output.split(/\n(?! )/).filter((line) => line !== '')
}
