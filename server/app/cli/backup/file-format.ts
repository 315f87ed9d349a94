// The format of a backup file: gzip of plain text. The text is one line about the backup, each table as a line and its
// rows as PostgreSQL's COPY writes them up to a line "\.", one line of counts and sequences, and a checksum.
import { createHash, type Hash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import type { AppliedMigration } from '../../boot/migrate.ts'
import { CommandFailure } from '../failures.ts'
import { same } from '../terminal.ts'
import type { Table } from './database.ts'
import { DecryptionFailure, decrypt, HEADER_BYTES, isEncrypted } from './encryption.ts'

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
  /** Null if the file is not encrypted. */
  passphrase: string | null
}

/** The rows of a table, in chunks that end where a row ends. */
export type Rows = AsyncIterable<Buffer>

const NEW_LINE = 10
/** No row looks like this: COPY writes a backslash of the data as two. */
const END_OF_ROWS = '\\.\n'
/** Far above any line of ours: a foreign file without line breaks must not fill the memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024

/** The text of a backup. The rows of each table are read in turn, the sequences last. */
export async function* backupContents(
  header: BackupHeader,
  tables: Table[],
  rowsOf: (table: Table) => Rows,
  readSequences: () => Promise<Record<string, string>>,
): AsyncGenerator<string | Buffer, void> {
  const hash = createHash('sha256')
  const hashed = <T extends string | Buffer>(chunk: T): T => {
    hash.update(chunk)
    return chunk
  }
  const rows: Record<string, number> = {}
  yield hashed(jsonLine(header))
  for (const table of tables) {
    yield hashed(jsonLine(table))
    rows[table.name] = 0
    for await (const chunk of rowsOf(table)) {
      rows[table.name]! += countRows(chunk)
      yield hashed(chunk)
    }
    yield hashed(END_OF_ROWS)
  }
  yield hashed(jsonLine({ rows, sequences: await readSequences() } satisfies BackupSummary))
  yield jsonLine({ sha256: hash.digest('hex') })
}

/** False for a file that does not exist: reading it fails with the reason. */
export function isEncryptedFile(file: string): boolean {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch {
    return false
  }
  try {
    const beginning = Buffer.alloc(HEADER_BYTES)
    if (readBeginning(descriptor, beginning) === 0) return false
    return isEncrypted(beginning)
  } catch (error) {
    throw explained(error, file)
  } finally {
    closeSync(descriptor)
  }
}

/** Nothing of a folder can be read. */
function readBeginning(descriptor: number, into: Buffer): number {
  try {
    return readSync(descriptor, into)
  } catch {
    return 0
  }
}

/** Reads the file from end to end, passes on the rows of each table, and throws unless all of it is intact. */
export async function readBackup(
  { file, passphrase }: BackupFile,
  takeRows: (table: Table, rows: Rows) => Promise<void> = (_table, rows) => skipRows(rows),
): Promise<Backup> {
  const bytes = createReadStream(file)
  try {
    const packed = passphrase === null ? bytes : decrypt(bytes, passphrase)
    return await pipeline(packed, createGunzip(), (chunks) => readContents(chunks, takeRows))
  } catch (error) {
    throw explained(error, file)
  } finally {
    bytes.destroy()
  }
}

function explained(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT')
    return new CommandFailure('failed', [`There is no file ${file}.`, `O arquivo ${file} não existe.`])
  if (code === 'EISDIR')
    return new CommandFailure('failed', [
      `${file} is a folder. Name the file of a backup; for an archive, write --from before it.`,
      `${file} é uma pasta. Informe o arquivo de uma cópia; para um arquivamento, escreva --from antes.`,
    ])
  if (error instanceof DecryptionFailure)
    return new CommandFailure('failed', [
      `${file} cannot be opened: ${message}. Nothing was restored.`,
      `Não foi possível abrir ${file}: ${error.reason[1]}. Nada foi restaurado.`,
    ])
  if (!(error instanceof Damage) && !code?.startsWith('Z_')) return error
  const [, reason] = error instanceof Damage ? error.reason : same(message)
  return new CommandFailure('failed', [
    `${file} is not a whole backup of Embarque (${message}). Nothing was restored; use another copy of the file.`,
    `${file} não é uma cópia completa do Embarque (${reason}). Nada foi restaurado; use outra cópia do arquivo.`,
  ])
}

/** The file itself is damaged; other errors come from the use of its rows. */
class Damage extends Error {
  readonly reason: Phrase

  constructor(reason: Phrase) {
    super(reason[0])
    this.reason = reason
  }
}

async function readContents(
  chunks: AsyncIterable<Buffer>,
  takeRows: (table: Table, rows: Rows) => Promise<void>,
): Promise<Backup> {
  const hash = createHash('sha256')
  const lines = linesOf(chunks)
  const header = parse<BackupHeader>(await lines.line(hash))
  if (header.format !== FORMAT)
    throw new Damage(['it does not begin like one', 'o começo não é o de uma cópia'])
  if (header.version > FORMAT_VERSION) {
    throw new CommandFailure('failed', [
      `This backup was made by a newer Embarque (${header.embarque}); restore it with that version.`,
      `Esta cópia foi feita por um Embarque mais novo (${header.embarque}); restaure-a com aquela versão.`,
    ])
  }
  const counted: Record<string, number> = {}
  for (;;) {
    const part = parse<Table | BackupSummary>(await lines.line(hash))
    if ('rows' in part) {
      const { sha256 } = parse<{ sha256: string }>(await lines.line())
      if (sha256 !== hash.digest('hex'))
        throw new Damage(['the checksum is wrong', 'a soma de verificação está errada'])
      if (JSON.stringify(counted) !== JSON.stringify(part.rows))
        throw new Damage(['rows are missing', 'faltam linhas'])
      await lines.end()
      return { header, summary: part }
    }
    counted[part.name] = 0
    const rows = lines.rows(hash, (chunk) => (counted[part.name]! += countRows(chunk)))
    await takeRows(part, rows)
  }
}

interface Lines {
  line(hash?: Hash): Promise<string>
  /** Whole rows up to the line that ends them. */
  rows(hash: Hash, seen: (chunk: Buffer) => void): AsyncGenerator<Buffer, void>
  /** Throws if anything is left. */
  end(): Promise<void>
}

/** Splits a stream into lines and chunks of rows, with one chunk of it in memory. */
function linesOf(chunks: AsyncIterable<Buffer>): Lines {
  const source = chunks[Symbol.asyncIterator]()
  // Always begins where a line begins.
  let pending: Buffer = Buffer.alloc(0)

  async function readOn(): Promise<void> {
    const next = await source.next()
    if (next.done) throw new Damage(['it is cut short', 'ele está cortado'])
    pending = pending.length === 0 ? next.value : Buffer.concat([pending, next.value])
  }

  function take(bytes: number, hash?: Hash): Buffer {
    const taken = pending.subarray(0, bytes)
    pending = pending.subarray(bytes)
    hash?.update(taken)
    return taken
  }

  return {
    async line(hash) {
      for (;;) {
        const at = pending.indexOf(NEW_LINE)
        if (at !== -1) return take(at + 1, hash).toString('utf8')
        if (pending.length > LINE_BYTES_MAX)
          throw new Damage(['a line is too long', 'uma linha é longa demais'])
        await readOn()
      }
    },
    async *rows(hash, seen) {
      for (;;) {
        const end = endOfRows(pending)
        const rows = take(end === -1 ? pending.lastIndexOf(NEW_LINE) + 1 : end, hash)
        if (rows.length > 0) {
          seen(rows)
          yield rows
        }
        if (end !== -1) break
        if (pending.length > LINE_BYTES_MAX)
          throw new Damage(['a row is too long', 'um registro é longo demais'])
        await readOn()
      }
      take(END_OF_ROWS.length, hash)
    },
    async end() {
      const next = await source.next()
      if (pending.length > 0 || !next.done)
        throw new Damage(['something follows its end', 'há algo depois do fim'])
    },
  }
}

function endOfRows(pending: Buffer): number {
  if (pending.subarray(0, END_OF_ROWS.length).toString('latin1') === END_OF_ROWS) return 0
  const before = pending.indexOf(`\n${END_OF_ROWS}`)
  return before === -1 ? -1 : before + 1
}

/** Reads past them. */
export async function skipRows(rows: Rows): Promise<void> {
  for await (const _chunk of rows);
}

function parse<T>(line: string): T {
  try {
    return JSON.parse(line)
  } catch {
    throw new Damage(['a line cannot be read', 'uma linha não pode ser lida'])
  }
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** One row a line: COPY writes a line break inside a value as \n. */
function countRows(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) count++
  return count
}
