// What a PDF says about itself to readers of screens: which text is a heading, which a cell of a table, and what is
// decoration. Parts are added in the order in which they are drawn, which is the order in which they are read.
type Pdf = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

export interface TagFacts {
  /** What a figure shows, for who does not see it. */
  readonly alt?: string
  /** Of the head of a table: what it is the head of. */
  readonly scope?: 'Column' | 'Row'
  /** In points from the top left corner; readers ask for it of figures. */
  readonly bbox?: readonly number[]
}

/** Something that may be drawn in several goes, and over pages. */
export interface Part {
  readonly type: string
  readonly facts?: TagFacts
  element?: Element
}

interface State {
  parent: Element
  /** Inside of a text that is tagged already, or of decoration. */
  isMarked: boolean
}

const states = new WeakMap<Pdf, State>()

export function startTags(pdf: Pdf): void {
  const parent = pdf.struct('Document')
  pdf.addStructure(parent)
  states.set(pdf, { parent, isMarked: false })
}

/** Everything that is drawn in it belongs to one part of that type. */
export function tagged(pdf: Pdf, type: string, draw: () => void, facts: TagFacts = {}): void {
  taggedAs(pdf, { type, facts }, draw)
}

/** The same for what continues a part. */
export function taggedAs(pdf: Pdf, part: Part, draw: () => void): void {
  const state = stateOf(pdf)
  if (state.isMarked) {
    draw()
    return
  }
  elementOf(pdf, part).add(pdf.markStructureContent(part.type))
  marked(state, pdf, draw)
}

/** What is drawn in it becomes parts inside of that one. */
export function within(pdf: Pdf, part: Part, draw: () => void): void {
  const state = stateOf(pdf)
  const { parent } = state
  state.parent = elementOf(pdf, part)
  draw()
  state.parent = parent
}

/** Decoration, and what is repeated on each page: nobody is read it. */
export function artifact(pdf: Pdf, draw: () => void): void {
  const state = stateOf(pdf)
  if (state.isMarked) {
    draw()
    return
  }
  pdf.markContent('Artifact', { type: 'Layout' })
  marked(state, pdf, draw)
}

/** Text that opens an address when it is pressed; where it stands is told in points. */
export function linked(
  pdf: Pdf,
  url: string,
  [x, y, width, height]: readonly [number, number, number, number],
  draw: () => void,
): void {
  const link: Part = { type: 'Link' }
  taggedAs(pdf, link, draw)
  const facts = { structParent: link.element, Contents: Object(url) }
  pdf.link(x, y, width, height, url, facts)
}

/** The same for operators that are written out. */
export function decorate(pdf: Pdf, operators: string): void {
  pdf.addContent(stateOf(pdf).isMarked ? operators : `/Artifact BMC\n${operators}\nEMC`)
}

function marked(state: State, pdf: Pdf, draw: () => void): void {
  state.isMarked = true
  draw()
  pdf.endMarkedContent()
  state.isMarked = false
}

function elementOf(pdf: Pdf, part: Part): Element {
  if (part.element === undefined) {
    part.element = pdf.struct(part.type, part.facts)
    stateOf(pdf).parent.add(part.element)
  }
  return part.element
}

function stateOf(pdf: Pdf): State {
  const state = states.get(pdf)
  if (state === undefined) throw new Error('a PDF that was not made here has no tags')
  return state
}
