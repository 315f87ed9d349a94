// Draws QR codes, mostly of Pix charges, sharp at any size. All drawings come from one matrix, so that they
// cannot differ.
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import encodeQR from 'qr'
import { makeByteCache } from '../../kernel/values/bounded.ts'
import { type Html, html } from '../html.ts'

const QUIET_MODULES = 4

/** The dark modules as one path, and the width of the square in units. */
export function qrPath(text: string): { path: string; side: number } {
  const rows = modulesOf(text)
  const runs = rows.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { path: runs.join(''), side: rows.length }
}

const BYTES_MAX = 8 * 1024 * 1024
const drawn = makeByteCache<Html>(BYTES_MAX, ({ markup }, key) => markup.length + key.length)

/** A drawing without a size of its own. It is cached, because pages are viewed repeatedly. */
export function qrSvg(text: string, title = 'QR Code Pix'): Html {
  const key = `${title} ${text}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const svg = drawSvg(text, title)
  drawn.keep(key, svg)
  return svg
}

function drawSvg(text: string, title: string): Html {
  const { path, side } = qrPath(text)
  const size = String(side)
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"`
  const paths = html`<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
  return html`${svg} shape-rendering="crispEdges" role="img"><title>${title}</title>${paths}`
}

/** Black and white, one bit a pixel: with eight pixels a module, a module is exactly one byte. */
export async function qrPng(text: string): Promise<Buffer> {
  const rows = modulesOf(text)
  const side = rows.length * 8
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const lines = rows.flatMap((row) => {
    const line = Buffer.from([0, ...row.map((dark) => (dark ? 0x00 : 0xff))])
    return Array.from({ length: 8 }, () => line)
  })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', await promisify(deflate)(Buffer.concat(lines))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Row by row, true for dark, with the quiet zone around. Level M is what banks ask for in a BR Code. */
function modulesOf(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES })
}

/** The starts and lengths of the dark runs of a row. */
function runsOf(row: readonly boolean[]): [x: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    if (!dark) continue
    const last = runs.at(-1)
    if (last !== undefined && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
