// Finds entries by what people type, whatever their number: what starts with it lies together in a sorted list, and
// only what that does not fill is looked for in one long text of all words, the weightiest entry first.

export interface Keys {
  city: string
  /** The name, and what else the city is called. */
  names: readonly string[]
  /** What else it may be found by. */
  words: readonly string[]
}

export interface PlaceIndex {
  /** Numbers of entries, those that fit best first; of two that fit equally well the one that was given first. */
  find(query: string, limit: number): number[]
}

interface Start {
  text: string
  entry: number
  isCity: boolean
}

/** Keys and queries are folded: words of lower-case letters and digits. */
export function makePlaceIndex(entries: readonly Keys[]): PlaceIndex {
  const starts = entries.flatMap(startsOf).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const texts = entries.map(textOf)
  const ends = endsOf(texts)
  const haystack = texts.join('')

  /** Of all that start with the query: the very word, then cities, then names. */
  function startingWith(query: string): number[] {
    const ranks = new Map<number, number>()
    for (let at = firstFrom(starts, query); starts[at]?.text.startsWith(query); at++) {
      const { entry, isCity, text } = starts[at]!
      const rank = text === query ? 0 : isCity ? 1 : 2
      ranks.set(entry, Math.min(rank, ranks.get(entry) ?? rank))
    }
    const byRank = [...ranks].sort(([a, rankOfA], [b, rankOfB]) => rankOfA - rankOfB || a - b)
    return byRank.map(([entry]) => entry)
  }

  /** Of all others that hold the query: those where each of its words starts one, then the rest. */
  function holding(query: string, limit: number, known: ReadonlySet<number>): number[] {
    const words = query.split(' ')
    const longest = words.reduce((long, word) => (word.length > long.length ? word : long))
    const whole: number[] = []
    const parts: number[] = []
    for (const entry of entriesWith(haystack, ends, longest)) {
      if (known.has(entry)) continue
      const text = haystack.slice(ends[entry - 1] ?? 0, ends[entry])
      if (words.every((word) => text.includes(` ${word}`))) whole.push(entry)
      else if (parts.length < limit && text.includes(query)) parts.push(entry)
      if (whole.length >= limit) break
    }
    return [...whole, ...parts]
  }

  return {
    find(query, limit) {
      const first = startingWith(query)
      if (first.length >= limit) return first.slice(0, limit)
      return [...first, ...holding(query, limit - first.length, new Set(first))].slice(0, limit)
    },
  }
}

function startsOf({ city, names }: Keys, entry: number): Start[] {
  return [{ text: city, entry, isCity: true }, ...names.map((text) => ({ text, entry, isCity: false }))]
}

/** Each word after a space, so that its start can be found. */
function textOf({ city, names, words }: Keys): string {
  return ` ${city} ${names.join(' ')} ${words.join(' ')}\n`
}

function endsOf(texts: readonly string[]): number[] {
  let end = 0
  return texts.map((text) => {
    end += text.length
    return end
  })
}

/** The place of the first start that is not before the text. */
function firstFrom(starts: readonly Start[], text: string): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]!.text < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Each once, in their order. */
function* entriesWith(haystack: string, ends: readonly number[], text: string): Generator<number> {
  let entry = 0
  let at = haystack.indexOf(text)
  while (at !== -1) {
    while (ends[entry]! <= at) entry++
    yield entry
    at = haystack.indexOf(text, ends[entry]!)
  }
}
