// Writes the outline of a letter as a TrueType font holds it: points relative to each other, in as few bytes as they
// need. Curves must be quadratic, as they are in fonts of this kind.

/** A step of a path, as HarfBuzz tells it: M, L, Q and Z with their coordinates. */
interface Step {
  readonly type: string
  readonly values: readonly number[]
}

interface Point {
  readonly x: number
  readonly y: number
  readonly isOnCurve: boolean
}

export interface Outline {
  /** As in the table `glyf`, with an even length. */
  readonly bytes: Buffer
  readonly points: number
  readonly contours: number
  readonly left: number
}

const NOTHING: Outline = { bytes: Buffer.alloc(0), points: 0, contours: 0, left: 0 }

export function outlineOf(path: readonly Step[]): Outline {
  const contours = contoursOf(path)
  const points = contours.flat()
  if (points.length === 0) return NOTHING
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const left = Math.min(...xs)
  const head = [contours.length, left, Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  let end = -1
  const ends = contours.map((contour) => {
    end += contour.length
    return end
  })
  const across = xs.map((x, index) => x - (xs[index - 1] ?? 0))
  const up = ys.map((y, index) => y - (ys[index - 1] ?? 0))
  const flags = points.map(
    ({ isOnCurve }, index) =>
      (isOnCurve ? 1 : 0) | flagOf(across[index] ?? 0, 2, 16) | flagOf(up[index] ?? 0, 4, 32),
  )
  // No instructions: their length is zero.
  const bytes = [...words([...head, ...ends, 0]), ...flags, ...across.flatMap(moved), ...up.flatMap(moved)]
  if (bytes.length % 2 === 1) bytes.push(0)
  return { bytes: Buffer.from(bytes), points: points.length, contours: contours.length, left }
}

/** TrueType closes contours by itself, so a last point on the first one is left out. */
function contoursOf(path: readonly Step[]): Point[][] {
  const contours: Point[][] = []
  for (const { type, values } of path) {
    const [x = 0, y = 0, toX = 0, toY = 0] = values.map(Math.round)
    const contour = contours.at(-1)
    if (type === 'M') contours.push([{ x, y, isOnCurve: true }])
    else if (type === 'L') contour?.push({ x, y, isOnCurve: true })
    else if (type === 'Q') contour?.push({ x, y, isOnCurve: false }, { x: toX, y: toY, isOnCurve: true })
    else if (type !== 'Z') throw new Error(`a curve of the kind ${type} does not go into a TrueType font`)
  }
  return contours.map(opened).filter((contour) => contour.length > 1)
}

function opened(contour: Point[]): Point[] {
  const [first, last] = [contour[0], contour.at(-1)]
  return contour.length > 1 && first?.x === last?.x && first?.y === last?.y ? contour.slice(0, -1) : contour
}

/** Not moved, or by one byte whose sign is in the flag, or by two. */
function flagOf(distance: number, short: number, same: number): number {
  if (distance === 0) return same
  if (Math.abs(distance) > 255) return 0
  return distance > 0 ? short | same : short
}

function moved(distance: number): number[] {
  if (distance === 0) return []
  return Math.abs(distance) > 255 ? words([distance]) : [Math.abs(distance)]
}

function words(values: readonly number[]): number[] {
  return values.flatMap((value) => [(value >> 8) & 255, value & 255])
}
