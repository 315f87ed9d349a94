// The travellers' page of a trip and what hangs on it. The token in the link is the only credential.
import { TRIP_PATH } from '../../../contract/links.ts'
import type { TRIP_PAGE_OPERATIONS } from '../../../contract/public-pages.ts'
import { fail } from '../../kernel/values/fail.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { visibleLine } from '../../kernel/values/text.ts'
import { type HtmlPage, keptPage } from '../../render/pages/page.ts'
import { tripPage } from '../../render/trip/trip-page.ts'
import { TRIP_WORKER, TRIP_WORKER_POLICY } from '../../render/trip/trip-worker.ts'
import { tripWords } from '../../render/words/trip-words.ts'
import type { Bindings } from '../bindings.ts'
import { turnsOfLinks } from '../documents/document-parts.ts'
import { findTripByLink, type ShownTripRow } from '../trips/document-store.ts'
import type { World } from '../world.ts'
import { tripCalendar } from './calendar.ts'
import { partsOf } from './documents.ts'
import { readSharedFile } from './files.ts'
import { acceptTerms } from './share.ts'
import { tripView } from './view.ts'

const TROUBLES = ['unnamed', 'changed'] as const
const WORKER_PATH = `${TRIP_PATH}/worker.js`

export function tripPageRoutes(world: World): Bindings<typeof TRIP_PAGE_OPERATIONS> {
  const { heavyWork } = world
  return {
    'shared.tripWorker': () => ({ name: 'worker.js', content: TRIP_WORKER, policy: TRIP_WORKER_POLICY }),
    'shared.trip': async ({ params: { token }, query }) => {
      const trip = await demandLinkedTrip(world, token)
      return sharedTripPage(world, trip, token, TROUBLES.find((one) => one === query.trouble) ?? null)
    },
    'shared.itinerary': async ({ params: { token } }) => {
      const trip = await demandLinkedTrip(world, token)
      const { id } = trip
      return heavyWork.run(turnsOfLinks(trip), 'itineraryPdf', { owner: ownerOfRow(trip), id }, id)
    },
    'shared.tripCalendar': async ({ params: { token } }) =>
      calendarFile(world, await demandLinkedTrip(world, token)),
    'shared.itemCalendar': async ({ params: { token, item_id } }) =>
      calendarFile(world, await demandLinkedTrip(world, token), item_id),
    'shared.voucher': async ({ params: { token, item_id: itemId } }) => {
      const trip = await demandLinkedTrip(world, token)
      const input = { owner: ownerOfRow(trip), id: trip.id, itemId }
      return heavyWork.run(turnsOfLinks(trip), 'voucherPdf', input, itemId)
    },
    'shared.tripFile': async ({ params: { token, file_id } }) => {
      const trip = await demandLinkedTrip(world, token)
      return readSharedFile(world, ownerOfRow(trip), trip.id, file_id)
    },
    'shared.acceptTerms': async ({ params: { token }, query, body: { name = '' } = {}, browser }) => {
      const { address, userAgent } = browser
      const by = { name: visibleLine(name), address, userAgent }
      const outcome = await acceptTerms(world, token, { version: query.version ?? '', by })
      const path = `${TRIP_PATH}/${token}`
      return { to: outcome === 'accepted' ? path : `${path}?trouble=${outcome}` }
    },
  }
}

async function sharedTripPage(
  world: World,
  trip: ShownTripRow,
  token: string,
  trouble: (typeof TROUBLES)[number] | null,
): Promise<HtmlPage> {
  const view = tripView(world, await partsOf(world, trip))
  const sight = { path: `${TRIP_PATH}/${token}`, workerPath: WORKER_PATH, trouble }
  return keptPage([view, sight], () => tripPage(view, sight))
}

async function calendarFile(world: World, trip: ShownTripRow, itemId?: string) {
  const parts = await partsOf(world, trip)
  if (itemId !== undefined && parts.items.every(({ id }) => id !== itemId)) fail('trip_item_not_found')
  return { name: tripWords(parts.language).calendar.name, content: tripCalendar(world, parts, itemId) }
}

async function demandLinkedTrip({ pool }: World, token: string): Promise<ShownTripRow> {
  return (await findTripByLink(pool, token)) ?? fail('trip_not_found')
}
