// Reads back what was drawn into a simple PDF: its texts and its rectangles, in points from the top left corner.
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

export interface PdfText {
  text: string
  /** F1, F2 and so on, in the order of their first use. */
  font: string
  size: number
  x: number
  /** Of the line that the letters stand on. */
  y: number
}

export interface PdfRectangle {
  x: number
  y: number
  width: number
  height: number
}

export function readPdf(pdf: Buffer): { texts: PdfText[]; rectangles: PdfRectangle[]; pages: number } {
  const file = pdf.toString('latin1')
  const streams = [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)]
  const content = streams
    .map(([, bytes]) => inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1'))
    .join('\n')
  const height = Number(/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(file)![1])
  const blocks = content.matchAll(
    /BT\n1 0 0 1 (\S+) (\S+) Tm\n\/(\w+) (\S+) Tf\n(?:\S+ Tr\n)?\[(.*)\] TJ\nET/g,
  )
  const boxes = content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)
  return {
    texts: [...blocks].map(([, x, y, font, size, shown]) => ({
      text: written(shown!),
      font: font!,
      size: Number(size),
      x: Number(x),
      y: height - Number(y),
    })),
    rectangles: [...boxes].map((box) => {
      const [x, y, width, tall] = box.slice(1).map(Number)
      return { x: x!, y: y!, width: width!, height: tall! }
    }),
    pages: file.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
  }
}

/** Hexadecimal pieces with corrections of distance between them. */
function written(shown: string): string {
  const bytes = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex'))
  return new TextDecoder('windows-1252').decode(Buffer.concat(bytes))
}

/** What is drawn the same way twice must be the same bytes. */
export async function drawnTwice(draw: () => Promise<Buffer>): Promise<Buffer> {
  const pdf = await draw()
  assert.deepEqual(await draw(), pdf)
  return pdf
}
