// Which items of an option are shown beside its trip, on pages and on paper.
import type { DocumentLine, DocumentOption } from './document.ts'

/** A trip at one price is said already; of others, with a trip beside them, the first line of an item says enough. */
export function itemsBeside({ trip, lines, sums }: DocumentOption): readonly DocumentLine[] {
  if (trip === null) return lines
  const isSaid = lines.length === 1 && lines[0]?.quantity === '1' && sums.length === 0
  return isSaid ? [] : lines.map(firstLine)
}

/** What an option is called: one without a title by the airline of its trip. */
export function nameOf({ title, trip }: DocumentOption): string {
  return trip === null || title !== '' ? title : trip.head
}

function firstLine(line: DocumentLine): DocumentLine {
  return { ...line, description: line.description.split('\n', 1)[0] ?? '' }
}
