// The font files that this thread has opened, and which of them writes which character. Files are opened when a
// document needs them, and kept: opening one takes longer than drawing a page.
import { type Face, openFace } from './face.ts'
import { slicesFor } from './slices.ts'

export interface Library {
  /** For the plainest letters, and for what no file has. */
  readonly base: Face
  /** Null where no file has it; only what was asked for before is known. */
  readonly faceOf: (codePoint: number) => Face | null
  readonly open: (text: string) => Promise<void>
  /** What all files that are open hold. */
  readonly bytes: () => number
}

const PLAIN = 'A'.charCodeAt(0)
/** What the first file has for sure. */
const USUAL = /[ -~\u00a1-\u00ac\u00ae-\u00ff]+/g

export async function newLibrary(): Promise<Library> {
  const faces = new Map<string, Promise<Face>>()
  const opened: Face[] = []
  const open = async (file: string) => {
    const face = await openFace(file)
    opened.push(face)
    return face
  }
  const known = new Map<number, Face | null>()
  const find = async (codePoint: number): Promise<Face | null> => {
    for await (const { file } of slicesFor(codePoint)) {
      const face = await faces.getOrInsertComputed(file, () => open(file))
      if (face.has(codePoint)) return face
    }
    return null
  }
  const base = await find(PLAIN)
  if (base === null) throw new Error('the fonts of our papers are missing')
  return {
    base,
    faceOf: (codePoint) => known.get(codePoint) ?? (base.has(codePoint) ? base : null),
    open: async (text) => {
      for (const character of new Set(text.replace(USUAL, ''))) {
        const codePoint = character.codePointAt(0) ?? PLAIN
        if (base.has(codePoint) || known.has(codePoint)) continue
        known.set(codePoint, await find(codePoint))
      }
    },
    bytes: () => opened.reduce((sum, face) => sum + face.bytes(), 0),
  }
}
