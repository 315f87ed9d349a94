// Suggests the known name for an unknown one: another spelling, a part of the name, or a typing error.

/** One typing error is allowed for so many letters. */
const LETTERS_FOR_EACH_SLIP = 3
const PART_LETTERS_MIN = 3

export function nearestName(unknown: string, known: Iterable<string>): string | undefined {
  const asked = lettersOf(unknown)
  let nearest: { name: string; distance: number } | undefined
  for (const name of known) {
    const distance = distanceOf(asked, lettersOf(name))
    if (distance !== undefined && distance < (nearest?.distance ?? Infinity)) nearest = { name, distance }
  }
  return nearest?.name
}

/** `offer_id`, `offerId` and `Offer-Id` are the same name. */
export function isSpeltOtherwise(name: string, known: Iterable<string>): boolean {
  const asked = lettersOf(name)
  return Iterator.from(known).some((one) => lettersOf(one) === asked)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Undefined if the two have too little in common. A part is nearer than a typing error, and a longer part is
 * nearer.
 */
function distanceOf(asked: string, name: string): number | undefined {
  if (asked === name) return 0
  const [short, long] = asked.length < name.length ? [asked, name] : [name, asked]
  const isPart = short.length >= PART_LETTERS_MIN && (long.startsWith(short) || long.endsWith(short))
  if (isPart) return (long.length - short.length) / long.length
  const most = Math.floor(long.length / LETTERS_FOR_EACH_SLIP)
  if (long.length - short.length > most) return undefined
  const slips = slipsBetween(asked, name)
  return slips <= most ? slips : undefined
}

/** Counts missing, additional, wrong and swapped letters. */
function slipsBetween(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, j - 2) + 1 : Infinity,
        ),
      )
    }
    ;[before, row] = [row, next]
  }
  return at(row, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}
