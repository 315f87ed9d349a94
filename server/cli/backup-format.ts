// The form of a backup file. Unpacked with gunzip it is plain text that a person can read: one line about the
// backup, then each table as a line and its rows as PostgreSQL's COPY writes them up to a line "\.", then a line
// with the counts and sequences, then the checksum of all that.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { AppliedMigration } from '../service/migrate.ts'
import { END_OF_ROWS, makeLines } from './backup-lines.ts'
import type { Table } from './schema.ts'
import { open, Unopened } from './sealed-file.ts'

export const FORMAT = 'embarque-backup'
export const FORMAT_VERSION = 1

export interface BackupHeader {
  format: typeof FORMAT
  version: number
  embarque: string
  taken_at: string
  migrations: AppliedMigration[]
  secret_key: string
}

export interface BackupSummary {
  rows: Record<string, number>
  sequences: Record<string, string>
}

export interface Backup {
  header: BackupHeader
  summary: BackupSummary
}

export interface BackupFile {
  file: string
  /** Null where it is not encrypted. */
  passphrase: string | null
}

/** A table's rows, in pieces that end where a row ends. */
export type Rows = AsyncIterable<Buffer>

/** The file as it is written: each table's rows are asked for in turn, the sequences last. */
export async function* backupContents(
  header: BackupHeader,
  tables: Table[],
  rowsOf: (table: Table) => Rows,
  readSequences: () => Promise<Record<string, string>>,
): AsyncGenerator<string | Buffer, void> {
  const hash = createHash('sha256')
  const hashed = <T extends string | Buffer>(piece: T): T => {
    hash.update(piece)
    return piece
  }
  const rows: Record<string, number> = {}
  yield hashed(jsonLine(header))
  for (const table of tables) {
    yield hashed(jsonLine(table))
    rows[table.name] = 0
    for await (const piece of rowsOf(table)) {
      rows[table.name]! += countRows(piece)
      yield hashed(piece)
    }
    yield hashed(END_OF_ROWS)
  }
  yield hashed(jsonLine({ rows, sequences: await readSequences() } satisfies BackupSummary))
  yield jsonLine({ sha256: hash.digest('hex') })
}

/** Reads the file from end to end, hands out the rows of each table, and throws unless all of it is whole. */
export async function readBackup(
  { file, passphrase }: BackupFile,
  takeRows: (table: Table, rows: Rows) => Promise<void> = (_table, rows) => leaveRows(rows),
): Promise<Backup> {
  try {
    const sealed = createReadStream(file)
    const packed = passphrase === null ? sealed : open(sealed, passphrase)
    return await pipeline(packed, createGunzip(), (chunks) => readContents(chunks, takeRows))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`There is no file ${file}.`)
    if (code === 'EISDIR')
      throw new Error(
        `${file} is a folder. Name the file of a backup; for an archive, write --from before it.`,
      )
    if (error instanceof Unopened)
      throw new Error(`${file} cannot be opened: ${message}. Nothing was restored.`)
    if (!(error instanceof Damage) && !code?.startsWith('Z_')) throw error
    throw new Error(
      `${file} is not a whole backup of Embarque (${message}). Nothing was restored; use another copy of the file.`,
      { cause: error },
    )
  }
}

/** What is wrong with the file itself, unlike what goes wrong while its rows are used. */
class Damage extends Error {}

async function readContents(
  chunks: AsyncIterable<Buffer>,
  takeRows: (table: Table, rows: Rows) => Promise<void>,
): Promise<Backup> {
  const hash = createHash('sha256')
  const lines = makeLines(chunks, (reason) => new Damage(reason))
  const header = parse<BackupHeader>(await lines.line(hash))
  if (header.format !== FORMAT) throw new Damage('it does not begin like one')
  if (header.version > FORMAT_VERSION) {
    throw new Error(
      `This backup was made by a newer Embarque (${header.embarque}); restore it with that version.`,
    )
  }
  const counted: Record<string, number> = {}
  for (;;) {
    const part = parse<Table | BackupSummary>(await lines.line(hash))
    if ('rows' in part) {
      const { sha256 } = parse<{ sha256: string }>(await lines.line())
      if (sha256 !== hash.digest('hex')) throw new Damage('the checksum is wrong')
      if (JSON.stringify(counted) !== JSON.stringify(part.rows)) throw new Damage('rows are missing')
      await lines.end()
      return { header, summary: part }
    }
    counted[part.name] = 0
    const rows = lines.rows(hash, (piece) => (counted[part.name]! += countRows(piece)))
    await takeRows(part, rows)
  }
}

/** Reads past them. */
export async function leaveRows(rows: Rows): Promise<void> {
  for await (const _piece of rows);
}

function parse<T>(line: string): T {
  try {
    return JSON.parse(line)
  } catch {
    throw new Damage('a line cannot be read')
  }
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

const NEW_LINE = 10

/** One row a line: a line break inside a value is written as \n. */
function countRows(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, at + 1)) count++
  return count
}
