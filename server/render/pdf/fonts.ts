// The font family of PDFs, and which characters it can draw: Latin, Greek and Cyrillic. Others are transliterated.
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'

export interface Fonts {
  readonly regular: Font
  readonly strong: Font
  readonly transliterate: (text: string) => string
}

const SCRIPTS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
const PICTURES = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u

let opened: Promise<Fonts> | null = null

/** The fonts of this thread. Opening them takes longer than drawing a page. */
export function openFonts(): Promise<Fonts> {
  opened ??= readFonts()
  return opened
}

/** The libraries are loaded with the first PDF, not with every start. */
async function readFonts(): Promise<Fonts> {
  const [{ default: anyAscii }, regular, strong] = await Promise.all([
    import('any-ascii'),
    openFont(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
    openFont(import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')),
  ])
  const drawn = (character: string) => {
    const canDraw = SCRIPTS.test(character) && regular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
    if (canDraw) return character
    // The names of emoji are English words, so emoji are left out.
    return PICTURES.test(character) ? '' : anyAscii(character)
  }
  return {
    regular,
    strong,
    transliterate: (text) => Array.from(text, drawn).join('').replace(/ +/g, ' ').trimEnd(),
  }
}

async function openFont(file: string): Promise<Font> {
  const { open } = await import('fontkit')
  const font = await open(fileURLToPath(file))
  if (!('characterSet' in font)) throw new Error(`${file} holds several fonts`)
  // fontkit remembers the first text that each glyph was used for. Set here, it does not depend on earlier documents.
  // Ligatures are left out: they stand for their letters.
  for (const codePoint of font.characterSet)
    if (codePoint < 0xfb00 || codePoint > 0xfb06) font.glyphForCodePoint(codePoint)
  return font
}
