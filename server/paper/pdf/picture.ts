// A logo as PDFs hold it. It is on every paper of its agency, so it is decoded once and kept.
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type Box, MM, type Pdf } from './pdf.ts'
import { tagged } from './tags.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  readonly colours: Buffer
  /** How much of each pixel is seen. */
  readonly cover: Buffer
}

const PICTURES_MAX = 30
const kept = new Map<string, Promise<Picture>>()

export function pictureOf(png: Buffer): Promise<Picture> {
  if (kept.size >= PICTURES_MAX) kept.clear()
  return kept.getOrInsertComputed(createHash('sha256').update(png).digest('base64'), () => decode(png))
}

async function decode(png: Buffer): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  const raw = sharp(png).toColourspace('srgb').ensureAlpha().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const [colours, cover] = [Buffer.alloc(pixels * 3), Buffer.alloc(pixels)]
  for (let pixel = 0; pixel < pixels; pixel++) {
    data.copy(colours, pixel * 3, pixel * 4, pixel * 4 + 3)
    cover[pixel] = data[pixel * 4 + 3] ?? 255
  }
  return {
    width: info.width,
    height: info.height,
    colours: deflateSync(colours),
    cover: deflateSync(cover),
  }
}

const placed = new WeakMap<Pdf, PDFKit.PDFKitReference>()

/** As wide and high as the box. A document has one picture, on as many pages as it likes. */
export function drawPicture(pdf: Pdf, picture: Picture, { x, y, width, height }: Box, alt: string): void {
  const reference = placed.getOrInsertComputed(pdf, () => written(pdf, picture))
  pdf.page.xobjects.Logo ??= reference
  const [left, top, right, bottom] = [x * MM, y * MM, (x + width) * MM, (y + height) * MM]
  const draw = () => {
    pdf.save()
    pdf.transform(width * MM, 0, 0, -height * MM, left, bottom)
    pdf.addContent('/Logo Do')
    pdf.restore()
  }
  tagged(pdf, 'Figure', draw, { alt, bbox: [left, top, right, bottom] })
}

function written(pdf: Pdf, { width, height, colours, cover }: Picture): PDFKit.PDFKitReference {
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  }
  const mask = pdf.ref({ ...image, ColorSpace: 'DeviceGray' })
  mask.end(cover)
  const reference = pdf.ref({ ...image, ColorSpace: 'DeviceRGB', SMask: mask })
  reference.end(colours)
  return reference
}
