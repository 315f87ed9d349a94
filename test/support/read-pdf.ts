// Reads a rendered PDF back: its texts, rectangles and metadata. In points from the top left corner.
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

export interface PdfText {
  text: string
  /** From 1 on. */
  page: number
  /** F1, F2 and so on. */
  font: string
  size: number
  x: number
  /** Of the baseline. */
  y: number
  width: number
  /** The type of its tag, or Artifact. */
  tag: string
}

export interface PdfRectangle {
  x: number
  y: number
  width: number
  height: number
}

interface PdfFont {
  readonly meanings: ReadonlyMap<string, string>
  readonly widths: readonly number[]
}

export interface PdfObjects {
  /** Its dictionary. */
  readonly of: (id: number) => string
  readonly stream: (id: number) => Buffer
  /** An object that is a string. */
  readonly text: (id: number) => string
  readonly all: readonly string[]
}

export function readPdf(pdf: Buffer): { texts: PdfText[]; rectangles: PdfRectangle[]; pages: number } {
  const objects = objectsOf(pdf)
  const kids = /\/Type \/Pages[\s\S]*?\/Kids \[([^\]]*)\]/.exec(objects.all.join('\n'))?.[1] ?? ''
  const pages = idsIn(kids).map((id) => {
    const page = objects.of(id)
    const fonts = new Map(
      [...objects.of(idAfter(page, 'Resources')).matchAll(/\/(F\d) (\d+) 0 R/g)].map(([, name, font]) => [
        name ?? '',
        fontOf(objects, Number(font)),
      ]),
    )
    return { content: objects.stream(idAfter(page, 'Contents')).toString('latin1'), fonts }
  })
  return {
    texts: pages.flatMap(({ content, fonts }, index) => textsOf(content, fonts, index + 1)),
    rectangles: pages.flatMap(({ content }) =>
      [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map((box) => {
        const [x = 0, y = 0, width = 0, height = 0] = box.slice(1).map(Number)
        return { x, y, width, height }
      }),
    ),
    pages: pages.length,
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** For a file without incremental updates. */
export function objectsOf(pdf: Buffer): PdfObjects {
  const file = pdf.toString('latin1')
  const found = [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)]
  const bodies = new Map(found.map(([, id, body]) => [Number(id), body ?? '']))
  const of = (id: number) => bodies.get(id)?.split('\nstream\n')[0] ?? assert.fail(`no object ${id}`)
  const stream = (id: number) => {
    const bytes = bodies.get(id)?.split('\nstream\n').slice(1).join('\nstream\n') ?? ''
    return inflateSync(Buffer.from(bytes.replace(/\nendstream$/, ''), 'latin1'))
  }
  const text = (id: number) => {
    const bytes = of(id)
      .slice(1, -1)
      .replace(/\\(.)/gs, (_, escaped) => ESCAPES[escaped] ?? escaped)
    const isWide = bytes.startsWith('\u00fe\u00ff')
    return isWide ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes
  }
  return { of, stream, text, all: found.map(([, id]) => of(Number(id))) }
}

/** The id to which a dictionary refers by a name. */
export function idAfter(dictionary: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? assert.fail(`no ${name}`))
}

export function idsIn(list: string): number[] {
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))
}

function fontOf(objects: PdfObjects, id: number): PdfFont {
  const font = objects.of(id)
  const [descendant = 0] = idsIn(/\/DescendantFonts \[([^\]]*)\]/.exec(font)?.[1] ?? '')
  const map = objects.stream(idAfter(font, 'ToUnicode')).toString('latin1')
  const meanings = [...map.matchAll(/^<(....)> <....> \[(.*)\]$/gm)].flatMap(([, first = '', texts = '']) =>
    [...texts.matchAll(/<([0-9a-f ]*)>/g)].map(([, text = ''], index): [string, string] => [
      (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'),
      Buffer.from(text.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ]),
  )
  const widths = /\/W \[0 \[([^\]]*)\]\]/.exec(objects.of(descendant))?.[1] ?? ''
  return { meanings: new Map(meanings), widths: widths.split(' ').map(Number) }
}

const PAGE_HEIGHT = 841.89
const TEXT = /^BT\n([\s\S]*?)\nET$|^\/(\w+) <<[\s\S]*?>> BDC$/gm
const NUMBER = /<([0-9a-f]*)>|-?[\d.]+/g

function textsOf(content: string, fonts: ReadonlyMap<string, PdfFont>, page: number): PdfText[] {
  const texts: PdfText[] = []
  let tag = 'none'
  for (const [, shown, mark] of content.matchAll(TEXT)) {
    if (mark !== undefined) tag = mark
    if (shown !== undefined) texts.push({ ...textOf(shown, fonts), page, tag })
  }
  return texts
}

/** Each glyph begins where the previous one ended, or where a matrix places it. */
function textOf(shown: string, fonts: ReadonlyMap<string, PdfFont>): Omit<PdfText, 'page' | 'tag'> {
  const [, x = '', y = ''] = /^1 0 0 1 (\S+) (\S+) Tm/.exec(shown) ?? assert.fail(shown)
  const [, font = '', size = ''] = /^\/(\w+) (\S+) Tf$/m.exec(shown) ?? assert.fail(shown)
  const { meanings, widths } = fonts.get(font) ?? assert.fail(`no font ${font}`)
  let [at, end, text] = [Number(x), Number(x), '']
  for (const [, left, row] of shown.matchAll(/^1 0 0 1 (\S+) \S+ Tm$|^\[(.*)\] TJ$/gm)) {
    if (left !== undefined) at = Number(left)
    for (const [distance, codes] of (row ?? '').matchAll(NUMBER)) {
      if (codes === undefined) at -= (Number(distance) * Number(size)) / 1000
      for (const code of codes?.match(/.{4}/g) ?? []) {
        text += meanings.get(code) ?? assert.fail(`${code} means nothing`)
        at += ((widths[Number.parseInt(code, 16)] ?? 0) * Number(size)) / 1000
      }
      end = Math.max(end, at)
    }
  }
  return { text, font, size: Number(size), x: Number(x), y: PAGE_HEIGHT - Number(y), width: end - Number(x) }
}

/** Drawing the same twice must give the same bytes. */
export async function drawnTwice(draw: () => Promise<Buffer>): Promise<Buffer> {
  const pdf = await draw()
  assert.deepEqual(await draw(), pdf)
  return pdf
}
