// Breaks a document into pages: pieces of known height below each other, a new page where the next one does not fit.
// Pieces may be made while they are placed, so that a long document is never measured all at once.

/** Something that is drawn in one piece. */
export interface Piece {
  readonly height: number
  /** Stays with what follows: a heading with what it heads, a flight with its connection. */
  readonly leads?: boolean
  /** Drawn again above it where it begins a page, such as the head of a table. */
  readonly under?: Piece
  readonly draw: (y: number) => void
}

/** The pieces of each page, in order. Nothing fills one empty page. */
export function* pagesOf(pieces: Iterable<Piece>, room: number): Generator<readonly Piece[]> {
  let page: readonly Piece[] = []
  for (const group of groupsOf(pieces, room)) {
    if (page.length === 0 || heightOf(page) + heightOf(group) <= room) {
      page = [...page, ...group]
    } else {
      yield page
      const under = group[0]?.under
      page = under === undefined ? group : [under, ...group]
    }
  }
  yield page
}

/** A piece with those that it leads to; where they are more than a page, it has to go alone. */
function* groupsOf(pieces: Iterable<Piece>, room: number): Generator<readonly Piece[]> {
  let group: Piece[] = []
  for (const piece of pieces) {
    group.push(piece)
    while (group.length > 1 && heightOf(group) > room) yield group.splice(0, 1)
    if (piece.leads === true) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

export function drawPieces(pieces: readonly Piece[], top: number): void {
  pieces.reduce((y, { height, draw }) => {
    draw(y)
    return y + height
  }, top)
}

function heightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { height }) => sum + height, 0)
}
