// Creates PDFs and their graphics: A4, in millimetres, tagged for screen readers (PDF/UA) and archivable
// (PDF/A-2a). The same content gives the same bytes: nothing depends on the time.

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import type { Font } from 'fontkit'
import type { TeamLanguage } from '../../../contract/team-profile.ts'

// The font family of PDFs, and which characters it can draw: Latin, Greek and Cyrillic. Others are transliterated.

export interface Fonts {
  readonly regular: Font
  readonly strong: Font
  readonly transliterate: (text: string) => string
}

const SCRIPTS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
const PICTURES = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u

let opened: Promise<Fonts> | null = null

/** The fonts of this thread. Opening them takes longer than drawing a page. */
function openFonts(): Promise<Fonts> {
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
    // The font has no arrow: a route is written as `Recife – Lisboa`, never `Recife > Lisboa`.
    if (character === '→') return '–'
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

// Tags show screen readers which text is a heading or a cell of a table, and what is decoration. Parts are added in the
// order in which they are drawn, which is the order in which they are read.

export interface TagFacts {
  /** What a figure shows. */
  readonly alt?: string
  /** Whether a head of a table belongs to its column or its row. */
  readonly scope?: 'Column' | 'Row'
  /** In points from the top left corner; required of figures. */
  readonly bbox?: readonly number[]
}

/** An element that may be drawn in several steps, and over pages. */
export interface Part {
  readonly type: string
  readonly facts?: TagFacts
  element?: PDFKit.PDFStructureElement
}

/** Everything drawn in it belongs to one element of that type. */
export function tagged(pdf: Pdf, type: string, draw: () => void, facts: TagFacts = {}): void {
  taggedAs(pdf, { type, facts }, draw)
}

/** Like `tagged`, for text that continues an element. */
export function taggedAs(pdf: Pdf, part: Part, draw: () => void): void {
  marked(pdf, draw, () => elementOf(pdf, part).add(pdf.doc.markStructureContent(part.type)))
}

/** Elements drawn in it become children of that part. */
export function within(pdf: Pdf, part: Part, draw: () => void): void {
  const { tagParent } = pdf
  pdf.tagParent = elementOf(pdf, part)
  draw()
  pdf.tagParent = tagParent
}

/** Decoration and repeated content, which screen readers skip. */
export function artifact(pdf: Pdf, draw: () => void): void {
  marked(pdf, draw, () => pdf.doc.markContent('Artifact', { type: 'Layout' }))
}

/** Text that opens an address; its place is in points. */
export function linked(
  pdf: Pdf,
  url: string,
  [x, y, width, height]: readonly [number, number, number, number],
  draw: () => void,
): void {
  const link: Part = { type: 'Link' }
  taggedAs(pdf, link, draw)
  const facts = { structParent: link.element, Contents: Object(url) }
  pdf.doc.link(x, y, width, height, url, facts)
}

/** The outermost mark counts: marks cannot be nested. */
function marked(pdf: Pdf, draw: () => void, begin: () => void): void {
  if (pdf.isMarked) {
    draw()
    return
  }
  begin()
  pdf.isMarked = true
  draw()
  pdf.doc.endMarkedContent()
  pdf.isMarked = false
}

function elementOf(pdf: Pdf, part: Part): PDFKit.PDFStructureElement {
  if (part.element === undefined) {
    part.element = pdf.doc.struct(part.type, part.facts)
    pdf.tagParent.add(part.element)
  }
  return part.element
}

export interface Pdf {
  readonly doc: PDFKit.PDFDocument
  readonly fonts: Fonts
  /** Texts that are drawn transliterated, as they were given. */
  readonly originals: Set<string>
  /** The element that new tags are added to. */
  tagParent: PDFKit.PDFStructureElement
  /** True inside of tagged text and of artifacts, which cannot be tagged again. */
  isMarked: boolean
  /** The picture that was drawn before, to be used again on other pages. */
  picture?: PDFKit.PDFKitReference
}

/** Points in a millimetre. x, y, width and height are in millimetres; sizes of text and rules are in points. */
export const MM = 72 / 25.4

export const BLACK = '#16191d'
export const GREY = '#5a6068'
export const PALE = '#cfd3d7'
export const PAPER = '#f4f5f6'
export const RED = '#b3261e'
export const GREEN = '#1b7a43'
export const AMBER = '#8a5300'

const RULE_POINTS = 0.6
/** PDF/UA is declared in the metadata, beside what pdfkit declares about PDF/A. */
const ACCESSIBLE =
  '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>'

interface PdfFacts {
  readonly language: TeamLanguage
  readonly title: string
  readonly author: string
  readonly createdOn: Temporal.PlainDate
}

/** pdfkit is loaded with the first PDF, not with every start. */
export async function newPdf({ language, title, author, createdOn }: PdfFacts): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  const fonts = await openFonts()
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    // Page numbers are drawn when the number of pages is known.
    bufferPages: true,
    // None of the standard fonts: archivable files embed theirs.
    font: '',
    info: {
      Title: metadataText(title),
      Author: metadataText(author),
      Creator: 'Embarque',
      Producer: 'Embarque',
      CreationDate: new Date(createdOn.toZonedDateTime('UTC').epochMilliseconds),
    },
  })
  doc.appendXML(ACCESSIBLE)
  // pdfkit takes opened fonts, although its types do not say so.
  doc.registerFont('regular', fonts.regular as unknown as Uint8Array)
  doc.registerFont('strong', fonts.strong as unknown as Uint8Array)
  const tagParent = doc.struct('Document')
  doc.addStructure(tagParent)
  return { doc, fonts, originals: new Set(), tagParent, isMarked: false }
}

/** Ends the document. Texts that were transliterated are in its metadata as they were given. */
export async function bytesOf({ doc, originals }: Pdf): Promise<Buffer> {
  if (originals.size > 0) doc.info.Keywords = metadataText([...originals].join('; '))
  doc.end()
  return Buffer.concat(await doc.toArray())
}

/** pdfkit writes metadata into XML without escaping, so markup becomes the full-width form of the same character. */
function metadataText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/[<>&]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function drawBox(pdf: Pdf, box: Box, { points = RULE_POINTS, colour = BLACK } = {}): void {
  artifact(pdf, () => rectangle(pdf, box).lineWidth(points).stroke(colour))
}

export function fillBox(pdf: Pdf, box: Box, colour: string): void {
  artifact(pdf, () => rectangle(pdf, box).fill(colour))
}

/** Adds a rectangle to the current path. */
export function rectangle({ doc }: Pdf, { x, y, width, height }: Box): PDFKit.PDFDocument {
  return doc.rect(x * MM, y * MM, width * MM, height * MM)
}

/** A horizontal line. */
export function drawRule(
  pdf: Pdf,
  { x, y, width }: Omit<Box, 'height'>,
  points = RULE_POINTS,
  colour = BLACK,
): void {
  drawStroke(pdf, [x, y], [x + width, y], { points, colour })
}

type Point = readonly [x: number, y: number]

export function drawStroke(
  pdf: Pdf,
  [x, y]: Point,
  [toX, toY]: Point,
  { points = RULE_POINTS, colour = BLACK }: { readonly points?: number; readonly colour?: string },
): void {
  artifact(pdf, () => {
    pdf.doc.lineWidth(points).moveTo(x * MM, y * MM)
    pdf.doc.lineTo(toX * MM, toY * MM).stroke(colour)
  })
}

/** A logo, decoded and compressed as PDFs hold it. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly colours: Buffer
  readonly alpha: Buffer
}

const PICTURES_MAX = 30
const pictures = new Map<string, Promise<Picture>>()

/** A logo is on every document of its agency, so it is decoded once. */
export function pictureOf(png: Buffer): Promise<Picture> {
  if (pictures.size >= PICTURES_MAX) pictures.clear()
  return pictures.getOrInsertComputed(createHash('sha256').update(png).digest('base64'), () => decode(png))
}

async function decode(png: Buffer): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  const raw = sharp(png).toColourspace('srgb').ensureAlpha().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const [colours, alpha] = [Buffer.alloc(pixels * 3), Buffer.alloc(pixels)]
  for (let pixel = 0; pixel < pixels; pixel++) {
    data.copy(colours, pixel * 3, pixel * 4, pixel * 4 + 3)
    alpha[pixel] = data[pixel * 4 + 3] ?? 255
  }
  const { width, height } = info
  return { width, height, colours: deflateSync(colours), alpha: deflateSync(alpha) }
}

/** Fills the box. A document has at most one picture, on any number of pages. */
export function drawPicture(pdf: Pdf, picture: Picture, { x, y, width, height }: Box, alt: string): void {
  const { doc } = pdf
  pdf.picture ??= embedded(doc, picture)
  doc.page.xobjects.Logo ??= pdf.picture
  const [left, top, right, bottom] = [x * MM, y * MM, (x + width) * MM, (y + height) * MM]
  const draw = () => {
    doc.save()
    doc.transform(width * MM, 0, 0, -height * MM, left, bottom)
    doc.addContent('/Logo Do')
    doc.restore()
  }
  tagged(pdf, 'Figure', draw, { alt, bbox: [left, top, right, bottom] })
}

function embedded(doc: PDFKit.PDFDocument, { width, height, colours, alpha }: Picture) {
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  }
  const mask = doc.ref({ ...image, ColorSpace: 'DeviceGray' })
  mask.end(alpha)
  const reference = doc.ref({ ...image, ColorSpace: 'DeviceRGB', SMask: mask })
  reference.end(colours)
  return reference
}
