// A weight of our type: it sets words from the files that have their letters. What a PDF holds of it is one small font
// with the letters that were used, whichever files they are from.
import { makeByteCache } from '../../base/values/byte-cache.ts'
import type { Face, Placed } from './face.ts'
import type { Library } from './library.ts'
import type { Letter } from './true-type.ts'

/** A letter and what it stands for. */
export interface Glyph extends Letter {
  readonly codePoints: readonly number[]
}

/** A letter of a word, and where it stands: how far it is to the next one, and how far it is moved itself. */
export interface SetLetter extends Pick<Placed, 'advance' | 'x' | 'y'> {
  readonly glyph: Glyph
}

export interface Word {
  readonly letters: readonly SetLetter[]
  readonly width: number
}

export interface Typeface {
  readonly name: string
  /** Thousandths of its size. */
  readonly word: (text: string) => Word
}

const WORDS_BYTES_MAX = 16 * 1024 * 1024
/** Of a letter in its place, about. */
const LETTER_BYTES = 100
const WORD_BYTES = 150
/** Of a word: a letter that no file has takes seven to name. */
const UNKNOWN_MAX = 20
/** Of a letter that only continues another one's characters: a joiner, which nobody sees. */
const JOINER = 0x2060

export function makeTypeface(library: Library, name: string, weight: number): Typeface {
  const glyphs = new Map<Face, Map<string, Glyph>>()
  const words = makeByteCache<Word>(
    WORDS_BYTES_MAX,
    ({ letters }, text) => WORD_BYTES + 2 * text.length + LETTER_BYTES * letters.length,
  )

  /** One for each meaning of a letter, so that what a document says never depends on those drawn before it. */
  const glyphOf = (face: Face, { letter }: Placed, codePoints: readonly number[]): Glyph =>
    glyphs
      .getOrInsertComputed(face, () => new Map<string, Glyph>())
      .getOrInsertComputed(`${letter} ${codePoints}`, () => ({ ...face.letter(letter, weight), codePoints }))

  const setWord = (text: string): Word => {
    const letters = stretchesOf(library, text).flatMap(({ face, part }) => {
      const placed = face.set(part, weight)
      const ends = endsOf(placed, part.length)
      return placed.map((one) => {
        const { advance, x, y } = one
        return { glyph: glyphOf(face, one, charactersOf(part, one.at, ends)), advance, x, y }
      })
    })
    return { letters, width: letters.reduce((sum, { advance }) => sum + advance, 0) }
  }

  return {
    name,
    // Words come again and again, in a document and in the next one.
    word: (text) => {
      const known = words.get(text)
      if (known !== undefined) return known
      const word = setWord(text)
      words.keep(text, word)
      return word
    },
  }
}

/** Parts that one file can write; marks stay with their letter where its file has them. */
function stretchesOf(library: Library, text: string): { face: Face; part: string }[] {
  const stretches: { face: Face; part: string }[] = []
  let unknown = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = stretches.at(-1)
    const isMark = /[\p{M}\u200c\u200d]/u.test(character)
    const own = isMark && last?.face.has(codePoint) ? last.face : library.faceOf(codePoint)
    // A mark that no file has cannot be told from afar, and there may be a thousand of them.
    if (own === null && (isMark || ++unknown > UNKNOWN_MAX)) continue
    const part = own === null ? `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}` : character
    const face = own ?? library.base
    if (last?.face === face) last.part += part
    else stretches.push({ face, part })
  }
  return stretches
}

/** Where the characters of each letter end, by where they begin. */
function endsOf(placed: readonly Placed[], length: number): Map<number, number> {
  const starts = [...new Set(placed.map(({ at }) => at))].sort((a, b) => a - b)
  return new Map(starts.map((at, index) => [at, starts[index + 1] ?? length]))
}

/** The first letter of its characters takes them all. */
function charactersOf(text: string, at: number, ends: Map<number, number>): number[] {
  const end = ends.get(at)
  ends.delete(at)
  if (end === undefined) return [JOINER]
  return [...text.slice(at, end)].map((character) => character.codePointAt(0) ?? JOINER)
}
