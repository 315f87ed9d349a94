// The SQL on searches. Each offer is a line of its search, compressed.
import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { Offer, OfferRequestResult, PassengerType } from '../../../contract/flights.ts'
import type { OfferAtSupplier, Price } from '../../adapters/flights/port.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { joinedBytes } from '../../kernel/values/bytes.ts'
import { type Decimal, decimalFromNumber } from '../../kernel/values/decimal.ts'
import { idTime } from '../../kernel/values/ids.ts'
import { type Cents, parseOwnAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { World } from '../world.ts'
import { partsShown } from './pricing/pricing.ts'
import type { PriceTerms } from './pricing/rules.ts'

/** One stored offer as a line of JSON: the offer as shown, and what its supplier needs. */
export interface StoredLine {
  readonly supplier: string
  readonly data: unknown
  readonly offer: Offer
}

/** A stored offer with its amounts as bigint cents. */
export interface StoredOffer {
  /** As shown. */
  readonly offer: Offer
  readonly supplier: string
  /** For the supplier's port. */
  readonly atSupplier: OfferAtSupplier
  readonly rate: Decimal
  /** The terms by which it was priced. */
  readonly parts: readonly PriceTerms[]
  readonly baseCostCents: Cents
  readonly clientCents: Cents
}

/** In parts: `offer` is serialised already, because the response has the same text. */
function lineAround(offer: string, supplier: string, data: unknown): string[] {
  return [`{"supplier":${JSON.stringify(supplier)},"data":${JSON.stringify(data)},"offer":`, offer, '}']
}

export function storedOffer({ supplier, data, offer }: StoredLine): StoredOffer {
  const price: Price = {
    totalCents: parseOwnAmount(offer.total_amount),
    baseCents: parseOwnAmount(offer.base_amount),
    taxCents: parseOwnAmount(offer.tax_amount),
    currency: offer.total_currency,
  }
  const travellers = offer.passengers.map(({ type }): PassengerType => type)
  return {
    offer,
    supplier,
    atSupplier: { data, price, travellers },
    rate: decimalFromNumber(offer.exchange_rate_used),
    parts: partsShown(offer.pricing, travellers),
    baseCostCents: parseOwnAmount(offer.base_cost_brl),
    clientCents: parseOwnAmount(offer.client_amount),
  }
}

export interface PackedSearch extends Owner {
  readonly id: string
  readonly offers: number
  readonly expiresAt: Date
  readonly storedAt: Date
  /** Empty if there are no offers. */
  readonly lines: Buffer
}

const HOUR_MS = 3_600_000
const LINE_END = 0x0a
const TABLES = [0, 1, 2, 3] as const
const decompress = promisify(zstdDecompress)
/** The fastest level: lines of a search are so similar that it still compresses to a tenth. */
const QUICKLY = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Each chunk costs a thread switch, and a search can have megabytes. */
const IN_FEW_PIECES = { chunkSize: 256 * 1024 }

interface ToStore {
  readonly supplier: string
  readonly offer: { readonly data: unknown }
}

/** `texts` has the serialised offers, `found` their sources, in the same order. */
export function packOffers(
  { wall }: World,
  { owner, clock }: Scope,
  {
    result: { id, offers },
    texts,
    found,
  }: {
    readonly result: OfferRequestResult
    readonly texts: readonly string[]
    readonly found: readonly ToStore[]
  },
): PackedSearch {
  const lines = joinedBytes(
    found.flatMap(({ supplier, offer }, index) => [
      index === 0 ? '' : '\n',
      ...lineAround(texts[index] ?? 'null', supplier, offer.data),
    ]),
  )
  return {
    id,
    ...owner,
    offers: offers.length,
    expiresAt: latest(offers) ?? clock.now(),
    storedAt: wall.now(),
    lines: lines.length === 0 ? lines : compressed(lines),
  }
}

/** Synchronous: a search runs in a worker thread, and another thread switch takes longer. */
function compressed(lines: Buffer): Buffer {
  return zstdCompressSync(lines, { params: QUICKLY, pledgedSrcSize: lines.length })
}

function latest(offers: readonly Offer[]): Date | undefined {
  let last = ''
  for (const { expires_at } of offers) if (expires_at > last) last = expires_at
  return last === '' ? undefined : new Date(last)
}

// The commit does not wait for the disk: a search lost in a crash is repeated.
const insertInto = TABLES.map((table) =>
  statement(`
    with quickly as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), request as (
      insert into offer_requests (id, team_id, mode, offers, expires_at, stored_at)
      select $1, $2, $3, $4, $5, $6 from quickly returning id
    )
    insert into offer_lines_${table} (id, lines) select id, $7 from request`),
)

export async function storeOffers(db: Queryable, search: PackedSearch): Promise<void> {
  const { id, teamId, mode, offers, expiresAt, storedAt, lines } = search
  const insert = insertInto[tableOf(idTime(id))]!
  await insert(db, id, teamId, mode, offers, expiresAt, storedAt, lines)
}

export interface SearchRow {
  offers: number
  expires_at: Date
  /** Null once the data is deleted. */
  lines: Buffer | null
}

const selectSearch = TABLES.map((table) =>
  statement<SearchRow>(`
    select offers, expires_at, lines from offer_requests left join offer_lines_${table} using (id)
    where id = $1 and team_id = $2 and mode = $3`),
)

/** The search with all its lines, in one statement; its id determines the table. */
export async function findSearch(
  db: Queryable,
  { teamId, mode }: Owner,
  id: string,
): Promise<SearchRow | undefined> {
  return (await selectSearch[tableOf(idTime(id))]!(db, id, teamId, mode))[0]
}

/** Finds one offer of a search, and parses only that one; undefined once the data is deleted. */
export async function readLine(lines: Buffer | null, place: number): Promise<StoredLine | undefined> {
  if (lines === null || lines.length === 0) return undefined
  const line = nthLine(await decompress(lines, IN_FEW_PIECES), place)
  return line === undefined ? undefined : (JSON.parse(line) as StoredLine)
}

/** Searched as bytes: there may be megabytes of lines, and only one is needed as text. */
function nthLine(lines: Buffer, place: number): string | undefined {
  let start = 0
  for (let passed = 0; passed < place; passed++) {
    start = lines.indexOf(LINE_END, start) + 1
    if (start === 0) return undefined
  }
  const end = lines.indexOf(LINE_END, start)
  return lines.toString('utf8', start, end === -1 ? lines.length : end)
}

/** By the hour of the search, which its id contains. */
function tableOf(at: Date): number {
  return Math.floor(at.getTime() / HOUR_MS) % TABLES.length
}

const deleteOld = statement(`delete from offer_requests where ctid = any(array(
  select ctid from offer_requests where stored_at <= $1 limit 5000)) returning 1`)

/** Deletes searches that cannot be read any more, in a bounded batch. Returns true if more may remain. */
export async function forgetOldSearches(db: Queryable, now: Date, keepHours: number): Promise<boolean> {
  const oldest = new Date(now.getTime() - (keepHours + 1) * HOUR_MS)
  return (await deleteOld(db, oldest)).length === 5000
}

/**
 * Truncates the table of the hour before last, whose offers have all expired. Neighbouring hours stay, so that small
 * clock differences do no harm.
 */
export async function dropOldOffers(db: Queryable, now: Date): Promise<void> {
  await db.query({ text: `truncate offer_lines_${(tableOf(now) + 2) % TABLES.length}` })
}
