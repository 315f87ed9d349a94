// The quiet period after a burst has settled: without faults, each agency buys and cancels a flight of each currency,
// sends an invoice, and invoices a trip. Each event must then be posted exactly once.
import type { Offer } from '../../contract/flights.ts'
import { type Agency, sendPixCallbacks } from './agency.ts'
import type { Installation } from './installation/installation.ts'
import { PLAIN_FAMILY } from './invariants/fares.ts'
import { seededRandom } from './random.ts'
import { RESOLVE_MAX_MS, waitForJobs } from './settle.ts'
import { type Context, makeContext } from './steps/context.ts'
import { bookInstantly, cancelBooking } from './steps/flights.ts'
import { createClient, createInvoice } from './steps/invoicing.ts'
import { createTrip, invoiceTrip } from './steps/trips.ts'
import { resolveWrites } from './writes.ts'

/** Returns unfinished jobs. */
export async function playQuietPeriod(
  installation: Installation,
  agencies: readonly Agency[],
  seed: string,
  burst: string,
): Promise<string[]> {
  const before = await processesOf(installation)
  await Promise.all(agencies.map((agency) => playAgency(installation, agency, seed, burst)))
  // A busy machine may still cause time-outs, and banks lose some of their callbacks.
  const writes = agencies.flatMap((agency) => agency.writes)
  await resolveWrites(installation, writes, RESOLVE_MAX_MS)
  for (const agency of agencies)
    await sendPixCallbacks(installation, agency, [...agency.known.pixPayments.keys()], 0)
  const unfinished = await waitForJobs(installation, agencies)
  // A process that counted as dead on a busy machine excuses a second delivery.
  const isQuiet = (await processesOf(installation)) === before
  for (const agency of agencies) if (!isQuiet) agency.quietAfter = null
  return unfinished
}

async function processesOf({ database }: Installation): Promise<string> {
  return (await database.rows('select id from processes order by id')).map(({ id }) => id).join()
}

async function playAgency(
  installation: Installation,
  agency: Agency,
  seed: string,
  burst: string,
): Promise<void> {
  const [{ last }] = (await installation.database.rows(
    'select coalesce(max(sequence), 0)::int as last from events where team_id = $1 and mode = $2',
    [agency.teamId, agency.mode],
  )) as [{ last: number }]
  agency.quietAfter = last
  let steps = 0
  const nextContext = (): Context => {
    const mark = `${burst}.${agency.name}.q${steps++}`
    // No step here creates objects that are identified by an amount.
    return makeContext({ installation, agency, random: seededRandom(seed, mark), mark, markCents: 0 })
  }
  await createClient(nextContext())
  for (const isForeign of [true, false]) {
    const { bookings } = agency.known
    const before = bookings.length
    const isWanted = (offer: Offer) =>
      worksAsPlanned(agency, offer) && isForeign === (offer.total_currency !== 'BRL')
    await bookInstantly(nextContext(), isWanted)
    bookings.splice(0, before)
    if (bookings.length > 0) await cancelBooking(nextContext())
  }
  await createInvoice(nextContext())
  await createTrip(nextContext())
  await invoiceTrip(nextContext())
}

/** Other fare families of the sandbox fail on purpose. */
function worksAsPlanned({ mode }: Agency, { passengers: [first] }: Offer): boolean {
  return mode === 'live' || first?.fare_brand_name === PLAIN_FAMILY
}
