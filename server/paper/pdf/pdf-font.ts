// A typeface inside of one PDF: gives each letter a number when it is first used, and writes the font with those
// letters, their widths and what they stand for, so that text can be copied and read aloud.
import { ASCENT, BOX, DESCENT, NOTHING, trueType, UNITS } from '../type/true-type.ts'
import type { Glyph, Typeface, Word } from '../type/typeface.ts'

export interface PdfFont {
  readonly id: string
  readonly typeface: Typeface
  readonly reference: PDFKit.PDFKitReference
  /** The operators that show words, at a size in points. */
  readonly show: (words: readonly Word[], size: number) => string
  readonly finish: () => void
}

const UNSEEN: Glyph = { ...NOTHING, codePoints: [0xfffd] }

export function newPdfFont(pdf: PDFKit.PDFDocument, typeface: Typeface, id: string): PdfFont {
  const numbers = new Map<Glyph, string>()
  const codeOf = (glyph: Glyph) => numbers.getOrInsertComputed(glyph, () => hex(numbers.size))
  codeOf(UNSEEN)
  const reference = pdf.ref({})
  return {
    id,
    typeface,
    reference,
    show: (words, size) =>
      shown(
        words.flatMap(({ letters }) => letters),
        size,
        codeOf,
      ),
    finish: () => {
      if (numbers.size > 1) writeFont(pdf, reference, `${tagOf(id)}+${typeface.name}`, [...numbers.keys()])
      else reference.end(undefined)
    },
  }
}

/** Letters in a row, with the distances that differ from their widths; one that stands higher is raised for itself. */
function shown(letters: Word['letters'], size: number, codeOf: (glyph: Glyph) => string): string {
  let [row, codes] = ['[', '']
  const move = (distance: number) => {
    if (distance === 0) return
    row += codes === '' ? ` ${-distance} ` : `<${codes}> ${-distance} `
    codes = ''
  }
  for (const { glyph, advance, x, y } of letters) {
    move(x)
    if (y === 0) codes += codeOf(glyph)
    else {
      const begun = codes === '' ? row : `${row}<${codes}>`
      row = `${begun}] TJ ${rounded((y * size) / UNITS)} Ts [<${codeOf(glyph)}>] TJ 0 Ts [`
      codes = ''
    }
    move(advance - glyph.advance - x)
  }
  return `${codes === '' ? row : `${row}<${codes}>`}] TJ`
}

function writeFont(
  pdf: PDFKit.PDFDocument,
  reference: PDFKit.PDFKitReference,
  name: string,
  glyphs: readonly Glyph[],
): void {
  const { minX, minY, maxX, maxY } = BOX
  const file = added(pdf, { Length1: 0 }, trueType(glyphs))
  const descriptor = added(pdf, {
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: [minX, minY, maxX, maxY],
    ItalicAngle: 0,
    Ascent: ASCENT,
    Descent: DESCENT,
    CapHeight: 714,
    StemV: 80,
    FontFile2: file,
  })
  const descendant = added(pdf, {
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: pdfText('Adobe'), Ordering: pdfText('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    CIDToGIDMap: 'Identity',
    W: [0, glyphs.map(({ advance }) => advance)],
  })
  const meanings = added(pdf, {}, Buffer.from(meaningsOf(glyphs)))
  Object.assign(reference.data, {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: meanings,
  })
  reference.end(undefined)
}

function added(pdf: PDFKit.PDFDocument, data: object, content?: Buffer): PDFKit.PDFKitReference {
  const reference = pdf.ref(data)
  reference.end(content)
  return reference
}

/** The library tells names from texts by this. */
function pdfText(text: string): object {
  return Object(text)
}

/** Six letters that tell the parts of a font in one file apart. */
function tagOf(id: string): string {
  return `EMB${id.replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? 'X')}AAA`.slice(0, 6)
}

const ROWS_MAX = 100

function meaningsOf(glyphs: readonly Glyph[]): string {
  const rows = glyphs.map(({ codePoints }, index) => {
    const text = Buffer.from(String.fromCodePoint(...codePoints), 'utf16le').swap16()
    return `<${hex(index)}> <${text.toString('hex')}>`
  })
  const blocks = Array.from({ length: Math.ceil(rows.length / ROWS_MAX) }, (_, index) => {
    const block = rows.slice(index * ROWS_MAX, (index + 1) * ROWS_MAX)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

function hex(number: number): string {
  return number.toString(16).padStart(4, '0')
}

export function rounded(points: number): number {
  return Math.round(points * 1000) / 1000
}
