// One way to make a PDF: A4, measured in millimetres, in the fonts that every reader has. The same drawing gives the
// same bytes: nothing in the file comes from the moment it is made.
export type Pdf = PDFKit.PDFDocument

/** Points in a millimetre. Whatever is called x, y, width or height is in millimetres; letters and rules in points. */
export const MM = 72 / 25.4

export const BLACK = '#000'
export const RED = '#b3261e'
export const GREEN = '#1b7a43'

const RULE_POINTS = 0.6

/** The library is loaded for the first PDF: it would be a tenth of every start. */
export async function newPdf(title: string, createdOn: Temporal.PlainDate): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  const CreationDate = new Date(createdOn.toZonedDateTime('UTC').epochMilliseconds)
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Creator: 'Embarque', Producer: 'Embarque', CreationDate },
  })
}

export async function bytesOf(pdf: Pdf): Promise<Buffer> {
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function drawBox(
  pdf: Pdf,
  { x, y, width, height }: Box,
  { points = RULE_POINTS, colour = BLACK } = {},
): void {
  pdf
    .lineWidth(points)
    .rect(x * MM, y * MM, width * MM, height * MM)
    .stroke(colour)
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

/** A PNG as wide and high as the box. Written as text it is known again, and kept once for all pages. */
export function drawPicture(pdf: Pdf, picture: Buffer, { x, y, width, height }: Box): void {
  pdf.image(`data:image/png;base64,${picture.toString('base64')}`, x * MM, y * MM, {
    width: width * MM,
    height: height * MM,
  })
}

type Point = readonly [x: number, y: number]

export function drawStroke(
  pdf: Pdf,
  [x, y]: Point,
  [toX, toY]: Point,
  points = RULE_POINTS,
  colour = BLACK,
): void {
  pdf
    .lineWidth(points)
    .moveTo(x * MM, y * MM)
    .lineTo(toX * MM, toY * MM)
    .stroke(colour)
}
