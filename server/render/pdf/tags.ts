// Tags tell screen readers which text is a heading or a cell of a table, and what is decoration. Parts are added in the
// order in which they are drawn, which is the order in which they are read.
import type { Pdf } from './pdf.ts'

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

/** All that is drawn in it belongs to one element of that type. */
export function tagged(pdf: Pdf, type: string, draw: () => void, facts: TagFacts = {}): void {
  taggedAs(pdf, { type, facts }, draw)
}

/** The same for text that continues an element. */
export function taggedAs(pdf: Pdf, part: Part, draw: () => void): void {
  marked(pdf, draw, () => elementOf(pdf, part).add(pdf.doc.markStructureContent(part.type)))
}

/** Elements that are drawn in it become children of that part. */
export function within(pdf: Pdf, part: Part, draw: () => void): void {
  const { tagParent } = pdf
  pdf.tagParent = elementOf(pdf, part)
  draw()
  pdf.tagParent = tagParent
}

/** Decoration, and what is repeated on each page: screen readers skip it. */
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
