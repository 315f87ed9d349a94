// One way to make a PDF: A4, measured in millimetres, set in our own type, tagged for readers of screens and fit for
// archives. The same drawing gives the same bytes: nothing in the file comes from the moment it is made.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { typefacesFor } from '../type/typefaces.ts'
import { rounded } from './pdf-font.ts'
import { decorate, startTags } from './tags.ts'
import { finishText, inkOf, startText } from './text.ts'

export type Pdf = PDFKit.PDFDocument

/** Points in a millimetre. Whatever is called x, y, width or height is in millimetres; letters and rules in points. */
export const MM = 72 / 25.4

export const BLACK = '#16191d'
export const GREY = '#5a6068'
export const PALE = '#cfd3d7'
export const PAPER = '#f4f5f6'
export const RED = '#b3261e'
export const GREEN = '#1b7a43'
export const AMBER = '#8a5300'

const RULE_POINTS = 0.6
/** PDFs of PDF/UA say so in their metadata, beside what the library writes of PDF/A. */
const ACCESSIBLE =
  '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>'

export interface PdfFacts {
  readonly language: TeamLanguage
  readonly title: string
  readonly author: string
  readonly createdOn: Temporal.PlainDate
  /** Whatever holds all texts that are drawn: the files for their scripts are opened first. */
  readonly shows: unknown
}

/** The library is loaded for the first PDF: it would be a tenth of every start. */
export async function newPdf({ language, title, author, createdOn, shows }: PdfFacts): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  const typefaces = await typefacesFor(charactersOf(shows))
  const CreationDate = new Date(createdOn.toZonedDateTime('UTC').epochMilliseconds)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    // Heads and feet are drawn when the number of pages is known.
    bufferPages: true,
    // None of those that readers are thought to have: ours are put into the file.
    font: '',
    info: { Title: title, Author: author, Creator: 'Embarque', Producer: 'Embarque', CreationDate },
  })
  pdf.appendXML(ACCESSIBLE)
  startTags(pdf)
  startText(pdf, typefaces)
  return pdf
}

function charactersOf(shows: unknown): string {
  return JSON.stringify(shows, (_key, value) => (typeof value === 'bigint' ? null : value))
}

export async function bytesOf(pdf: Pdf): Promise<Buffer> {
  finishText(pdf)
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function drawBox(pdf: Pdf, box: Box, { points = RULE_POINTS, colour = BLACK } = {}): void {
  decorate(pdf, `${inkOf(colour)} RG ${points} w\n${rectangle(box)}\nS`)
}

export function fillBox(pdf: Pdf, box: Box, colour: string): void {
  decorate(pdf, `${inkOf(colour)} rg\n${rectangle(box)}\nf`)
}

/** The operator that makes it a path. */
export function rectangle({ x, y, width, height }: Box): string {
  return `${[x, y, width, height].map((mm) => rounded(mm * MM)).join(' ')} re`
}

/** Across, from x on; a box without height. */
export function drawRule(
  pdf: Pdf,
  { x, y, width }: Omit<Box, 'height'>,
  points = RULE_POINTS,
  colour = BLACK,
): void {
  drawStroke(pdf, [x, y], [x + width, y], points, colour)
}

type Point = readonly [x: number, y: number]

export function drawStroke(
  pdf: Pdf,
  [x, y]: Point,
  [toX, toY]: Point,
  points = RULE_POINTS,
  colour = BLACK,
): void {
  const [from, to] = [
    [x, y],
    [toX, toY],
  ].map((point) => point.map((mm) => rounded(mm * MM)).join(' '))
  decorate(pdf, `${inkOf(colour)} RG ${points} w ${from} m ${to} l S`)
}
