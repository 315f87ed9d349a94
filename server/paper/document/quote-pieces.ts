// What a printed quote says below its head: what was answered, and its options with their trips, items and totals.
import { titlePiece } from '../pdf/pairs.ts'
import type { Pdf } from '../pdf/pdf.ts'
import type { Piece } from '../pdf/pieces.ts'
import type { PageWords } from '../words/page-words.ts'
import type { DocumentOption, QuoteDocument } from './document.ts'
import { textPieces } from './document-pieces.ts'
import { sumPieces, tablePieces } from './document-table.ts'
import { itemsBeside, nameOf } from './option-items.ts'
import { optionHead, tripPieces } from './trip-pieces.ts'

/** Nothing is chosen yet: there is no one total. */
export function isRange({ options, state }: QuoteDocument): boolean {
  return options.length > 1 && state !== 'accepted'
}

export function* quotePieces(pdf: Pdf, document: QuoteDocument, words: PageWords): Generator<Piece> {
  const { options } = document
  yield* answerPieces(pdf, document, words)
  const chosen = options.find(({ isChosen }) => isChosen)
  if (chosen === undefined || options.length === 1) {
    for (const option of options) yield* optionPieces(pdf, option, document, words)
    return
  }
  yield titlePiece(pdf, words.quote.chosen)
  yield* optionPieces(pdf, chosen, document, words)
  yield titlePiece(pdf, words.quote.others)
  for (const option of options) if (option !== chosen) yield* optionPieces(pdf, option, document, words)
}

/** Who answered, when and why; what to do where nobody can any more. */
function* answerPieces(
  pdf: Pdf,
  { state, answer, declineReason }: QuoteDocument,
  { quote }: PageWords,
): Generator<Piece> {
  if (state === 'accepted' || state === 'declined') {
    const said = [answer, declineReason === null ? null : quote.reason(declineReason)]
    yield* textPieces(
      pdf,
      quote[state],
      said.filter((text) => text !== null),
    )
  }
  if (state === 'cancelled') yield* textPieces(pdf, quote.cancelled, [quote.cancelledText])
  if (state === 'expired') yield* textPieces(pdf, quote.expired, [quote.expiredText])
}

function* optionPieces(
  pdf: Pdf,
  option: DocumentOption,
  document: QuoteDocument,
  words: PageWords,
): Generator<Piece> {
  const { trip, total, isChosen } = option
  const name = nameOf(option)
  if (name !== '') yield optionHead(pdf, { name, total, isChosen }, document.team)
  if (trip !== null) yield* tripPieces(pdf, trip, name)
  const lines = itemsBeside(option)
  if (lines.length === 0) return
  yield* tablePieces(pdf, lines, document)
  yield* sumPieces(pdf, option, words)
}
