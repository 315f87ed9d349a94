// One font file, opened: which characters it has, how they are set next to each other, and what they look like.
import { readFile } from 'node:fs/promises'
import { outlineOf } from './outline.ts'
import { type Letter, UNITS } from './true-type.ts'

/** A letter in its place: which one of the file, and where it stands to the one before. */
export interface Placed {
  readonly letter: number
  /** Where its character is in the text. */
  readonly at: number
  readonly advance: number
  readonly x: number
  readonly y: number
}

export interface Face {
  readonly has: (codePoint: number) => boolean
  /** From left to right, whichever way the script is read. */
  readonly set: (text: string, weight: number) => Placed[]
  readonly letter: (letter: number, weight: number) => Letter
  /** What it holds: its file, and the letters that were drawn of it. */
  readonly bytes: () => number
}

/** Of a letter beside its outline, about. */
const LETTER_BYTES = 300

/** Both libraries come with their first use: they would be a part of every start. */
export async function openFace(file: string): Promise<Face> {
  const [hb, { default: decompress }] = await Promise.all([
    import('harfbuzzjs'),
    import('woff2-encoder/decompress'),
  ])
  const bytes = await decompress(await readFile(file))
  const face = new hb.Face(new hb.Blob(Uint8Array.from(bytes).buffer))
  const characters = new Set(face.collectUnicodes())
  const fonts = new Map<number, InstanceType<typeof hb.Font>>()
  const letters = new Map<string, Letter>()
  let held = bytes.length
  const fontOf = (weight: number) =>
    fonts.getOrInsertComputed(weight, () => {
      const font = new hb.Font(face)
      font.setScale(UNITS, UNITS)
      font.setVariations([new hb.Variation('wght', weight)])
      return font
    })
  const buffer = new hb.Buffer()
  return {
    has: (codePoint) => characters.has(codePoint),
    set: (text, weight) => {
      buffer.reset()
      buffer.addText(text)
      buffer.guessSegmentProperties()
      buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS)
      hb.shape(fontOf(weight), buffer)
      const positions = buffer.getGlyphPositions()
      return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        return { letter: codepoint, at: cluster, advance: xAdvance, x: xOffset, y: yOffset }
      })
    },
    letter: (letter, weight) =>
      letters.getOrInsertComputed(`${letter} ${weight}`, () => {
        const font = fontOf(weight)
        const outline = outlineOf(font.glyphToJson(letter))
        held += outline.bytes.length + LETTER_BYTES
        return { advance: Math.round(font.glyphHAdvance(letter)), outline }
      }),
    bytes: () => held,
  }
}
