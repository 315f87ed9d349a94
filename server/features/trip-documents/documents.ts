// Reads what the documents of a trip are made of, and draws them.
import { hash } from 'node:crypto'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TripFile } from '../../../contract/trips.ts'
import { type Reader, readerOf } from '../../kernel/db/reader.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Owner, ownerOfRow } from '../../kernel/values/owner.ts'
import { foldText } from '../../kernel/values/text.ts'
import type { PdfCache } from '../../render/pdf/pdf-cache.ts'
import { itineraryPdf, voucherPdf } from '../../render/trip/trip-pdf.ts'
import { languageFor } from '../../render/words/page-words.ts'
import { tripWords } from '../../render/words/trip-words.ts'
import { changesOf } from '../bookings/changes.ts'
import { carriersOf } from '../bookings/store.ts'
import { clientOf } from '../clients/store.ts'
import type { HeavyFile } from '../heavy-work.ts'
import { logoPicture } from '../teams/brand.ts'
import type { Team } from '../teams/store.ts'
import { demandTeam } from '../teams/store.ts'
import { acceptancesOf } from '../trips/acceptance-store.ts'
import { findShownTrip, type ShownItemRow, type ShownTripRow, shownItemsOf } from '../trips/document-store.ts'
import { filesOfItems, fileView } from '../trips/file-store.ts'
import { tripNumber } from '../trips/view.ts'
import { scopeOf, type World } from '../world.ts'
import { type AcceptedTerms, type TripParts, tripView, voucherView } from './view.ts'

export async function demandTrip(db: Reader, owner: Owner, id: string): Promise<ShownTripRow> {
  return (await findShownTrip(db, owner, id)) ?? fail('trip_not_found')
}

export async function partsOf(world: World, trip: ShownTripRow): Promise<TripParts> {
  const owner = ownerOfRow(trip)
  const db = readerOf(world)
  const items = await shownItemsOf(db, trip.id)
  const team = await demandTeam(db, trip.team_id)
  const client = await clientOf(db, owner, trip)
  const language = languageFor(client, team)
  const bookings = items.flatMap(({ booking_id }) => (booking_id === null ? [] : [booking_id]))
  const carriers = await carriersOf(db, owner, bookings)
  return {
    trip,
    items,
    files: await filesFor(
      db,
      items.map(({ id }) => id),
    ),
    client,
    team,
    language,
    changes: new Map(carriers.map((booking) => [booking.id, changesOf(booking)])),
    isSimulated: isSimulatedTrip(world, trip) || carriers.some(({ simulated }) => simulated),
    terms: await termsFor(db, trip, team, language),
    now: (await scopeOf(world, owner)).clock.now(),
  }
}

/** Outside production flights are simulated under live keys too. */
export function isSimulatedTrip({ config }: World, { mode }: Pick<ShownTripRow, 'mode'>): boolean {
  return mode === 'test' || config.environment !== 'production'
}

/** Those that travellers get, by item. */
async function filesFor(db: Reader, itemIds: readonly string[]): Promise<Map<string, TripFile[]>> {
  const files = (await filesOfItems(db, itemIds)).filter(({ for_travellers }) => for_travellers)
  const byItem = Map.groupBy(files, ({ trip_item_id }) => trip_item_id)
  return new Map([...byItem].map(([id, rows]) => [id, rows.map((row) => fileView(db.secretBox, row))]))
}

export interface Terms {
  readonly text: string
  readonly sha256: string
}

/** The text in the reader's language, or else in the other one. */
export function termsIn(team: Team, language: TeamLanguage): Terms | null {
  const { trip_terms_pt: pt, trip_terms_en: en } = team
  const text = language === 'en' ? (en ?? pt) : (pt ?? en)
  return text === null ? null : { text, sha256: hash('sha256', text) }
}

async function termsFor(
  db: Reader,
  trip: ShownTripRow,
  team: Team,
  language: TeamLanguage,
): Promise<AcceptedTerms | null> {
  const terms = termsIn(team, language)
  if (terms === null) return null
  const acceptance = (await acceptancesOf(db, trip.id)).find(
    ({ terms_sha256 }) => terms_sha256 === terms.sha256,
  )
  return { ...terms, acceptance }
}

export interface OneTrip {
  readonly owner: Owner
  readonly id: string
}

export async function itineraryFile(
  world: World,
  cache: PdfCache,
  { owner, id }: OneTrip,
): Promise<HeavyFile> {
  const parts = await partsOf(world, await demandTrip(readerOf(world), owner, id))
  const view = tripView(world, parts)
  const draw = async () => itineraryPdf(view, { logo: await logoPicture(world.pool, parts.team) })
  const content = await cache({ ...view, seenAt: '' }, draw)
  return { name: tripWords(view.language).itinerary.name(view.number), content }
}

export async function voucherFile(
  world: World,
  cache: PdfCache,
  { owner, id, itemId }: OneTrip & { readonly itemId: string },
): Promise<HeavyFile> {
  const parts = await partsOf(world, await demandTrip(readerOf(world), owner, id))
  const item = parts.items.find((one) => one.id === itemId) ?? fail('trip_item_not_found')
  const view = voucherView(world, parts, item)
  const draw = async () => voucherPdf(view, { logo: await logoPicture(world.pool, parts.team) })
  const content = await cache(view, draw)
  return { name: voucherName(parts, item), content }
}

function voucherName({ trip, items, language }: TripParts, item: ShownItemRow): string {
  const words = tripWords(language)
  const kind = foldText(words.kinds[item.kind]).replaceAll(' ', '-')
  return words.voucher.name(tripNumber(trip), items.indexOf(item) + 1, kind)
}
