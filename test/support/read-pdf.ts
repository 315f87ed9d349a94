// Reads back what was drawn into a PDF of ours: its texts by what their letters stand for, its rectangles, and what it
// says about itself. In points from the top left corner.
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
  /** Of the line that the letters stand on. */
  y: number
  width: number
  /** Of the part that it is tagged as, or Artifact. */
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

/** Of a file that was written in one go. */
export function objectsOf(pdf: Buffer): PdfObjects {
  const file = pdf.toString('latin1')
  const found = [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)]
  const bodies = new Map(found.map(([, id, body]) => [Number(id), body ?? '']))
  const of = (id: number) => bodies.get(id)?.split('\nstream\n')[0] ?? assert.fail(`no object ${id}`)
  const stream = (id: number) => {
    const bytes = bodies.get(id)?.split('\nstream\n').slice(1).join('\nstream\n') ?? ''
    return inflateSync(Buffer.from(bytes.replace(/\nendstream$/, ''), 'latin1'))
  }
  return { of, stream, all: found.map(([, id]) => of(Number(id))) }
}

/** The id that a dictionary refers to by a name. */
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
  const meanings = [...map.matchAll(/^<(....)> <([0-9a-f]+)>$/gm)].map(
    ([, code = '', text = '']): [string, string] => [
      code,
      Buffer.from(text, 'hex').swap16().toString('utf16le'),
    ],
  )
  const widths = /\/W \[0 \[([^\]]*)\]\]/.exec(objects.of(descendant))?.[1] ?? ''
  return { meanings: new Map(meanings), widths: widths.split(' ').map(Number) }
}

const TEXT = /BT \S+ \S+ \S+ rg 1 0 0 -1 (\S+) (\S+) Tm \/(\w+) (\S+) Tf (.*) ET/
const MARK = /^\/(\w+) <<[\s\S]*?>> BDC$/gm

function textsOf(content: string, fonts: ReadonlyMap<string, PdfFont>, page: number): PdfText[] {
  let tag = 'none'
  const lines = content.replace(MARK, (_mark, name) => `MARK ${name}`).split('\n')
  return lines.flatMap((line) => {
    if (line.startsWith('MARK ')) tag = line.slice(5)
    const [, x, y, font = '', size, shown = ''] = TEXT.exec(line) ?? []
    if (shown === '') return []
    const { meanings, widths } = fonts.get(font) ?? assert.fail(`no font ${font}`)
    const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, codes]) => codes?.match(/.{4}/g) ?? [])
    // Between letters, or several in a row beside one that is raised.
    const distances = [...shown.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(
      ([, row = '']) => row.replaceAll(/<[^>]*>/g, ' ').match(/-?[\d.]+/g) ?? [],
    )
    const moved = distances.reduce((sum, by) => sum - Number(by), 0)
    const width = codes.reduce((sum, code) => sum + (widths[Number.parseInt(code, 16)] ?? 0), moved)
    const text = codes.map((code) => meanings.get(code) ?? assert.fail(`${code} means nothing`)).join('')
    const points = Number(size)
    return { text, page, font, size: points, x: Number(x), y: Number(y), width: (width * points) / 1000, tag }
  })
}

/** What is drawn the same way twice must be the same bytes. */
export async function drawnTwice(draw: () => Promise<Buffer>): Promise<Buffer> {
  const pdf = await draw()
  assert.deepEqual(await draw(), pdf)
  return pdf
}
