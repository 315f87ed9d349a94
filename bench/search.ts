// Flight searches GRU to SDU and back for 2 adults, 8 at once, with 200 offers each, over a bare Fastify route that
// stringifies one finished response. New dates are more than the simulated carrier caches, so that each search is
// planned; a repeated date uses cached flights and fares. Also: growth with slices and offers, and compression.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEY, startChild, startServiceChild } from './child.ts'
import { type Load, postMany } from './post-load.ts'
import { median, type Result, report, sideBySide } from './side-by-side.ts'

const SEARCHES = 200
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
/** More days than a carrier caches, so that each search is new. */
const DAYS = 700
const FIRST_DAY_MS = Date.parse('2027-01-10T00:00:00Z')
const DAY_MS = 86_400_000

export interface SearchFigures {
  fresh: Result
  repeated: Result
  /** The same search compressed, relative to uncompressed. */
  packed: Result
  bytes: number
  packedBytes: Record<string, number>
  offers: number
  p99Ms: { fresh: number; repeated: number; bare: number }
  /** Milliseconds of sequential searches, for each number. */
  bySlices: Record<number, number>
  byOffers: Record<number, number>
}

export function reportSearch(figures: SearchFigures): string {
  const { fresh, repeated, packed, bytes, packedBytes, offers, p99Ms, bySlices, byOffers } = figures
  const lengths = Object.entries(packedBytes).map(([name, length]) => `${name} ${length}`)
  const rounded = (figures: Record<string, number>) =>
    Object.entries(figures)
      .map(([name, ms]) => `${name}: ${ms.toFixed(1)}`)
      .join(', ')
  return [
    report(fresh),
    report(repeated),
    report(packed),
    `a response has ${offers} offers and ${bytes} bytes, compressed ${lengths.join(', ')}`,
    `p99 in ms of 8 at once: ${rounded(p99Ms)}`,
    `ms for 1 to 6 slices (one at a time): ${rounded(bySlices)}`,
    `ms for 10 to 200 offers: ${rounded(byOffers)}`,
  ].join('\n')
}

export async function benchSearch(dataDir: string): Promise<SearchFigures> {
  const service = await startServiceChild(dataDir, {
    RATE_LIMIT_PER_MINUTE: '0',
    SEARCH_LIMIT_PER_MINUTE: '0',
  })
  const folder = mkdtempSync(join(tmpdir(), 'embarque-bench-search-'))
  const url = `${service.ready.url}/api/v1/flights/search`
  const search = ({ headers, ...load }: Omit<Load, 'url'>) =>
    postMany({ ...load, url, headers: { authorization: `Bearer ${KEY}`, ...headers } })
  try {
    const sample = await search({ total: 1, clients: 1, bodyOf: () => roundTrip(0) })
    const file = join(folder, 'answer.json')
    writeFileSync(file, sample.lastText)
    const bare = await startChild<{ url: string }>('./bare-search-process.ts', {}, [file])
    let day = 1
    const p99Ms = { fresh: 0, repeated: 0, bare: 0 }
    const measured = async (
      name: keyof typeof p99Ms,
      load: Promise<{ perSecond: number; p99Ms: number }>,
    ) => {
      const { perSecond, p99Ms: p99 } = await load
      p99Ms[name] = p99
      return perSecond
    }
    const bareRate = () =>
      measured('bare', postMany({ url: `${bare.ready.url}/`, total: SEARCHES, bodyOf: () => roundTrip(0) }))
    try {
      const fresh = await sideBySide({
        name: 'searches, each of a new date, over a bare route',
        ours: () => measured('fresh', search({ total: SEARCHES, bodyOf: () => roundTrip(day++ % DAYS) })),
        bare: bareRate,
        atLeast: 0.12,
      })
      const repeated = await sideBySide({
        name: 'searches, repeated, over a bare route',
        ours: () => measured('repeated', search({ total: SEARCHES, bodyOf: () => roundTrip(0) })),
        bare: bareRate,
        atLeast: 0.2,
      })
      const again = { total: SEARCHES, bodyOf: () => roundTrip(0) }
      const packed = await sideBySide({
        name: 'searches, compressed with zstd, over uncompressed',
        ours: async () => (await search({ ...again, headers: { 'accept-encoding': 'zstd' } })).perSecond,
        bare: async () => (await search(again)).perSecond,
        atLeast: 0.85,
      })
      const packedBytes: Record<string, number> = {}
      for (const encoding of ENCODINGS) {
        const headers = { 'accept-encoding': encoding }
        packedBytes[encoding] = (await search({ ...again, total: 1, clients: 1, headers })).lastBytes
      }
      const { offers } = JSON.parse(sample.lastText)
      const growth = await growthOf(search)
      const bytes = sample.lastBytes
      return { fresh, repeated, packed, bytes, packedBytes, offers: offers.length, p99Ms, ...growth }
    } finally {
      await bare.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await service.stop()
  }
}

type Search = (load: Omit<Load, 'url'>) => Promise<{ perSecond: number }>

async function growthOf(search: Search) {
  const each = async (sizes: number[], bodyOf: (size: number, day: number) => string) => {
    const found: Record<number, number> = {}
    let day = 0
    for (const size of sizes) {
      const rounds: number[] = []
      for (let round = 0; round < 5; round++) {
        const load = { total: 30, clients: 1, bodyOf: () => bodyOf(size, day++ % DAYS) }
        rounds.push(1_000 / (await search(load)).perSecond)
      }
      found[size] = median(rounds)
    }
    return found
  }
  return {
    bySlices: await each([1, 2, 3, 4, 5, 6], tour),
    byOffers: await each([10, 20, 50, 100, 200], (limit, day) => roundTrip(day, limit)),
  }
}

function roundTrip(day: number, limit?: number): string {
  return JSON.stringify({
    type: 'round_trip',
    slices: [
      { origin: 'GRU', destination: 'SDU', departureDate: dateOf(day) },
      { origin: 'SDU', destination: 'GRU', departureDate: dateOf(day + 4) },
    ],
    passengers: [{ type: 'adult', count: 2 }],
    limit,
  })
}

const CITIES = ['GRU', 'SDU', 'BSB', 'CNF', 'CWB', 'POA', 'FLN']

function tour(slices: number, day: number): string {
  const legs = CITIES.slice(0, slices).map((origin, index) => ({
    origin,
    destination: CITIES[index + 1],
    departureDate: dateOf(day + 2 * index),
  }))
  const type = slices === 1 ? 'one_way' : 'multi_city'
  return JSON.stringify({ type, slices: legs, passengers: [{ type: 'adult', count: 2 }] })
}

function dateOf(day: number): string {
  return new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10)
}
