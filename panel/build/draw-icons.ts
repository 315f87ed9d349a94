// Draws the icons of the installed panel as PNG and SVG.
import { crc32, deflateSync } from 'node:zlib'

const SIZES = [192, 512] as const
const YELLOW = [255, 198, 41] as const
const INK = [14, 35, 45] as const

/** One PNG for each size, and one SVG for browser tabs. */
export function drawnIcons(): { name: string; bytes: Buffer }[] {
  const pictures = SIZES.map((size) => ({ name: `icon-${size}.png`, bytes: png(size) }))
  return [...pictures, { name: 'icon.svg', bytes: Buffer.from(SVG) }]
}

/** In percent of the size: a bar, and an arrow above it. */
const BAR = { left: 24, right: 76, top: 70, bottom: 77 }
const WING = [
  [22, 58],
  [78, 30],
  [62, 60],
  [50, 56],
] as const

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="20" fill="#ffc629"/><path fill="#0e232d" d="M${WING.map((point) => point.join(' ')).join('L')}ZM24 70h52v7H24Z"/></svg>`

function png(size: number): Buffer {
  const rows = Array.from({ length: size }, (_, y) => rowOf(y, size))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const data = deflateSync(Buffer.concat(rows))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function rowOf(y: number, size: number): Buffer {
  const row = Buffer.alloc(1 + 3 * size)
  for (let x = 0; x < size; x++) row.set(colourAt((x * 100) / size, (y * 100) / size), 1 + 3 * x)
  return row
}

function colourAt(x: number, y: number): readonly number[] {
  const inBar = x >= BAR.left && x <= BAR.right && y >= BAR.top && y <= BAR.bottom
  return inBar || isInWing(x, y) ? INK : YELLOW
}

/** Point in polygon: a ray to the right crosses the edges an odd number of times. */
function isInWing(x: number, y: number): boolean {
  const crossings = WING.filter(([ax, ay], at) => {
    const [bx, by] = WING[(at + 1) % WING.length] ?? [ax, ay]
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
  })
  return crossings.length % 2 === 1
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
