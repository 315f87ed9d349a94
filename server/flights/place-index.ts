// Finds entries by what people type, whatever their number: codes are looked up, starts of names lie together in a
// sorted list, and only what these do not fill is looked for in one long text of all words, the weightiest entry first.

export interface Keys {
  code: string
  cityCode: string
  city: string
  /** The name, and what else the city is called. */
  names: readonly string[]
  /** What else it may be found by. */
  words: readonly string[]
}

interface Code {
  text: string
  entry: number
  rank: number
}

interface Start {
  text: string
  entry: number
  isCity: boolean
}

export interface PlaceIndex {
  /** Entries are told by their number; a lower one goes first where two fit equally well. */
  find(query: string, limit: number): number[]
}

/** How well an entry fits, the best first. */
const RANK = { code: 0, cityCode: 1, city: 2, startOfCity: 3, startOfName: 4, startOfWords: 5, part: 6 }

/** All keys are folded, and so are the queries. */
export function makePlaceIndex(entries: readonly Keys[]): PlaceIndex {
  const codes = Map.groupBy(entries.flatMap(codesOf), ({ text }) => text)
  const starts = entries.flatMap(startsOf).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const texts = entries.map(textOf)
  const haystack = texts.join('')
  const ends = endsOf(texts)

  function find(query: string, limit: number): number[] {
    const ranks = new Map<number, number>()
    for (const { entry, rank } of codes.get(query) ?? []) ranks.set(entry, rank)
    for (let at = firstFrom(starts, query); starts[at]?.text.startsWith(query); at++) {
      const { entry, isCity, text } = starts[at]!
      const rank = text === query ? RANK.city : isCity ? RANK.startOfCity : RANK.startOfName
      ranks.set(entry, Math.min(rank, ranks.get(entry) ?? rank))
    }
    const words = query.split(' ').map((word) => ` ${word}`)
    for (const entry of holding(haystack, ends, words[0]!)) {
      if (ranks.size >= limit) break
      const text = haystack.slice(ends[entry - 1] ?? 0, ends[entry])
      if (!ranks.has(entry) && words.every((word) => text.includes(word))) ranks.set(entry, RANK.startOfWords)
    }
    for (const entry of holding(haystack, ends, query)) {
      if (ranks.size >= limit) break
      if (!ranks.has(entry)) ranks.set(entry, RANK.part)
    }
    const byRank = [...ranks].sort(([a, rankOfA], [b, rankOfB]) => rankOfA - rankOfB || a - b)
    return byRank.slice(0, limit).map(([entry]) => entry)
  }

  return { find }
}

function codesOf({ code, cityCode }: Keys, entry: number): Code[] {
  const own = { text: code, entry, rank: RANK.code }
  return code === cityCode ? [own] : [own, { text: cityCode, entry, rank: RANK.cityCode }]
}

function startsOf({ city, names }: Keys, entry: number): Start[] {
  return [{ text: city, entry, isCity: true }, ...names.map((text) => ({ text, entry, isCity: false }))]
}

/** Each word after a space, so that its start can be found. */
function textOf({ code, cityCode, city, names, words }: Keys): string {
  return ` ${code} ${cityCode} ${city} ${names.join(' ')} ${words.join(' ')}\n`
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

/** The entries whose words hold the text, each once, in their order. */
function* holding(haystack: string, ends: readonly number[], text: string): Generator<number> {
  let entry = 0
  let at = haystack.indexOf(text)
  while (at !== -1) {
    while (ends[entry]! <= at) entry++
    yield entry
    at = haystack.indexOf(text, ends[entry]!)
  }
}
