// Takes a stream apart into lines and runs of rows, holding no more than one piece of it in memory.
import type { Hash } from 'node:crypto'

export interface Lines {
  line(hash?: Hash): Promise<string>
  /** Whole rows up to the line that ends them. */
  rows(hash: Hash, seen: (piece: Buffer) => void): AsyncGenerator<Buffer, void>
  /** Throws if anything is left. */
  end(): Promise<void>
}

/** No row looks like this: COPY writes a backslash of the data as two. */
export const END_OF_ROWS = '\\.\n'
const END = Buffer.from(END_OF_ROWS)
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}`)
const NEW_LINE = 10
/** Far above any line of ours; a foreign file without line breaks must not fill the memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024

export function makeLines(chunks: AsyncIterable<Buffer>, damage: (reason: string) => Error): Lines {
  const source = chunks[Symbol.asyncIterator]()
  // Always begins where a line begins.
  let pending: Buffer = Buffer.alloc(0)

  async function readOn(): Promise<void> {
    const next = await source.next()
    if (next.done) throw damage('it is cut short')
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
        if (pending.length > LINE_BYTES_MAX) throw damage('a line is too long')
        await readOn()
      }
    },
    async *rows(hash, seen) {
      for (;;) {
        const end = findEnd(pending)
        const rows = take(end === -1 ? pending.lastIndexOf(NEW_LINE) + 1 : end, hash)
        if (rows.length > 0) {
          seen(rows)
          yield rows
        }
        if (end !== -1) break
        await readOn()
      }
      take(END.length, hash)
    },
    async end() {
      const next = await source.next()
      if (pending.length > 0 || !next.done) throw damage('something follows its end')
    },
  }
}

function findEnd(pending: Buffer): number {
  if (pending.subarray(0, END.length).equals(END)) return 0
  const before = pending.indexOf(END_AFTER_ROW)
  return before === -1 ? -1 : before + 1
}
