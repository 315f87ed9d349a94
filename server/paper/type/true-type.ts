// Writes the font that is put into a PDF: the letters that are used, and the six tables that a reader of PDFs asks for.
import type { Outline } from './outline.ts'

export interface Letter {
  readonly advance: number
  readonly outline: Outline
}

/** What stands for what no file has; it is never shown. */
export const NOTHING: Letter = {
  advance: 600,
  outline: { bytes: Buffer.alloc(0), points: 0, contours: 0, left: 0 },
}

export const UNITS = 1000
/** Of the type itself: how far its tallest and lowest letters go. */
export const ASCENT = 1069
export const DESCENT = -293
export const BOX = { minX: -629, minY: -389, maxX: 2800, maxY: 1135 }

export function trueType(letters: readonly Letter[]): Buffer {
  const offsets = [0]
  for (const { outline } of letters) offsets.push((offsets.at(-1) ?? 0) + outline.bytes.length)
  const metrics = letters.flatMap(({ advance, outline }) => [advance, outline.left])
  return fileOf([
    ['glyf', Buffer.concat(letters.map(({ outline }) => outline.bytes))],
    ['head', headOf()],
    ['hhea', hheaOf(letters)],
    ['hmtx', shorts(metrics)],
    ['loca', longs(offsets)],
    ['maxp', maxpOf(letters)],
  ])
}

/** Dates are left out; checksums of the whole are nobody's concern inside a PDF. */
function headOf(): Buffer {
  const { minX, minY, maxX, maxY } = BOX
  return Buffer.concat([
    longs([0x10000, 0x10000, 0, 0x5f0f3cf5]),
    shorts([0b11, UNITS]),
    Buffer.alloc(16),
    shorts([minX, minY, maxX, maxY, 0, 7, 2, 1, 0]),
  ])
}

function hheaOf(letters: readonly Letter[]): Buffer {
  const widest = Math.max(...letters.map(({ advance }) => advance))
  const own = [ASCENT, DESCENT, 0, widest, BOX.minX, 0, BOX.maxX, 1]
  return Buffer.concat([longs([0x10000]), shorts([...own, 0, 0, 0, 0, 0, 0, 0, letters.length])])
}

function maxpOf(letters: readonly Letter[]): Buffer {
  const points = Math.max(...letters.map(({ outline }) => outline.points))
  const contours = Math.max(...letters.map(({ outline }) => outline.contours))
  const rest = [letters.length, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]
  return Buffer.concat([longs([0x10000]), shorts(rest)])
}

const HEADER_BYTES = 12
const ENTRY_BYTES = 16

/** The directory, in the order of names, and each table at a multiple of four. */
function fileOf(tables: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const power = Math.floor(Math.log2(tables.length))
  const search = 2 ** power * ENTRY_BYTES
  const header = Buffer.concat([
    longs([0x10000]),
    shorts([tables.length, search, power, tables.length * ENTRY_BYTES - search]),
  ])
  let offset = HEADER_BYTES + tables.length * ENTRY_BYTES
  const parts = tables.map(([name, bytes]) => {
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    const place = longs([sumOf(padded), offset, bytes.length])
    offset += padded.length
    return { entry: Buffer.concat([Buffer.from(name, 'latin1'), place]), padded }
  })
  return Buffer.concat([header, ...parts.map(({ entry }) => entry), ...parts.map(({ padded }) => padded)])
}

function sumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}

function shorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2)
  return bytes
}

function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
