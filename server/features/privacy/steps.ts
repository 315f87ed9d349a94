// The steps of an erasure, one for each feature that holds personal data.
import type { ErasureCounts, TextToConfirm } from '../../../contract/clients.ts'
import { clearErrors } from '../../kernel/jobs/stored-jobs.ts'
import { changeResponses } from '../../kernel/outbox/idempotency.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import {
  ERASED,
  eraseInJson,
  hasTrace,
  isPerson,
  mayName,
  type Person,
  textsOfTraveller,
} from '../../kernel/values/erase-person.ts'
import { mailKeys } from '../bookings/notify.ts'
import {
  lockPersonalBookings,
  type PersonalBooking,
  searchTextOf,
  updatePersonalBooking,
} from '../bookings/store.ts'
import { eraseCreditNotes } from '../credit-notes/store.ts'
import { changeEventsNaming, changeEventsOf } from '../events/store.ts'
import { isDraft } from '../invoices/states.ts'
import { eraseContact, eraseInvoiceReferences } from '../invoices/store.ts'
import { eraseMandateReasons } from '../mandates/store.ts'
import { mailsOfNews } from '../news/store.ts'
import { deleteNotesAbout, rewriteNotes } from '../notes/notes.ts'
import { deleteTagsOf } from '../notes/tags.ts'
import { sendMailJob, sendMessageJob } from '../notifications/jobs.ts'
import {
  EMPTIED_MAX,
  eraseMails,
  eraseMailsAbout,
  eraseMailsById,
  eraseMailsTo,
} from '../notifications/mail-store.ts'
import { bounceKey } from '../notifications/mails.ts'
import { eraseMessages, eraseMessagesOfTrips, eraseMessagesTo } from '../notifications/message-store.ts'
import { forgetPayers } from '../payments/charge-store.ts'
import { eraseResponses } from '../quotes/store.ts'
import { eraseRecurringReferences } from '../recurring-invoices/store.ts'
import { deleteAcceptancesOf } from '../trips/acceptance-store.ts'
import { tripsAfter, unlinkTrips } from '../trips/document-store.ts'
import { erasePersonFromTrips } from '../trips/erase.ts'
import { deleteFilesOfTrips } from '../trips/file-store.ts'
import { mailsOfWarnings } from '../warnings/store.ts'
import { eraseAttempts } from '../webhooks/delivery-store.ts'
import type { Erasing, StepName } from './erasure.ts'
import { documentsAfter, documentTexts } from './store.ts'

/** Which travellers of a booking are the person. */
const isTheirBooking = ({ client_id }: PersonalBooking, { ids }: Person) => ids.includes(client_id)

/** True for the person's own booking, and for one of another client in which they travel; false for a namesake's. */
export function isAbout(booking: PersonalBooking, person: Person): boolean {
  return isTheirBooking(booking, person) || travellersWho(booking, person).length > 0
}

function travellersWho(booking: PersonalBooking, person: Person): Record<string, unknown>[] {
  const travellers: Record<string, unknown>[] = JSON.parse(booking.passengers)
  return travellers.filter((one) => isPerson(one, person, isTheirBooking(booking, person)))
}

/** Everything that identifies the person there. */
function textsIn(booking: PersonalBooking, person: Person): string[] {
  return travellersWho(booking, person).flatMap(textsOfTraveller)
}

export interface ErasureBatch {
  readonly counts?: Partial<ErasureCounts>
  /** Texts that a person must read, because they may be about a namesake or must stay. */
  readonly toConfirm?: readonly TextToConfirm[]
  /** Further texts found to identify the person. */
  readonly texts?: readonly string[]
  /** The row after which the next batch begins; null if the step is complete. */
  readonly next: string | null
}

/** The person, and the time of the request: later rows stay. */
export interface Wanted {
  readonly erasing: Erasing
  readonly person: Person
  readonly until: Date
}

type Step = (tx: Tx, wanted: Wanted) => Promise<ErasureBatch>

const READ_AT_ONCE = 100
/** Each booking has its mails and about five events. */
const BOOKINGS_AT_ONCE = 40
const TRIPS_AT_ONCE = 40
const DOCUMENTS_AT_ONCE = 40
const EVENTS_AT_ONCE = 200

export const STEPS: Readonly<Record<StepName, Step>> = {
  mails: async (tx, { erasing, person }) => {
    const mails = await eraseMailsTo(tx, erasing.addresses)
    const daily = await eraseMailsById(tx, await mailsOfWarnings(tx, person.ids))
    return {
      counts: { mails: await alsoBounces(tx, [...mails, ...daily]) },
      next: Math.max(mails.length, daily.length) === EMPTIED_MAX ? 'more' : null,
    }
  },
  messages: async (tx, { erasing }) => {
    const messages = await eraseMessagesTo(tx, erasing.addresses)
    await clearErrors(tx, [sendMessageJob.type], messages)
    return { counts: { messages: messages.length }, next: messages.length === EMPTIED_MAX ? 'more' : null }
  },
  // Runs before anything is erased: a booking may contain the only text by which another one is found.
  traces: async (tx, wanted) => {
    const bookings = await nextBookings(tx, wanted, READ_AT_ONCE)
    const texts = bookings.flatMap((booking) => textsIn(booking, wanted.person))
    return { texts, next: bookings.at(-1)?.id ?? null }
  },
  bookings: eraseBookings,
  trips: eraseTrips,
  documents: eraseDocuments,
  document_events: async (tx, { erasing, person }) => {
    const page = { after: BigInt(erasing.afterRow === '' ? 0 : erasing.afterRow), limit: EVENTS_AT_ONCE }
    const { changed, last } = await changeEventsNaming(tx, person.ids, page, (payload) =>
      eraseInJson(payload, person),
    )
    return { counts: await countsOf(tx, changed), next: last === null ? null : String(last) }
  },
  trip_documents: eraseTripDocuments,
  remembered_answers: async (tx, { erasing, person }) => {
    const { changed, last } = await changeResponses(tx, erasing.afterRow, (body) => eraseInJson(body, person))
    return { counts: { remembered_answers: changed }, next: last }
  },
}

function nextBookings(tx: Tx, { erasing, person, until }: Wanted, limit: number): Promise<PersonalBooking[]> {
  const { clientId, afterRow: after } = erasing
  return lockPersonalBookings(tx, { clientId, foldedName: person.name }, { after, until, limit })
}

async function eraseBookings(tx: Tx, wanted: Wanted): Promise<ErasureBatch> {
  const { person } = wanted
  const found = await nextBookings(tx, wanted, BOOKINGS_AT_ONCE)
  const bookings = found.filter((booking) => isAbout(booking, person))
  const ids = bookings.map(({ id }) => id)
  const theirs = new Set(bookings.filter((booking) => isTheirBooking(booking, person)).map(({ id }) => id))
  const travellers = bookings.flatMap((booking) => travellersWho(booking, person)).length
  for (const booking of bookings) await eraseBooking(tx, booking, person)
  const events = await changeEventsOf(tx, ids, (payload, objectId) =>
    eraseInJson(payload, person, objectId !== null && theirs.has(objectId)),
  )
  const { notes, toConfirm } = await eraseNotes(tx, { column: 'booking_id', ids }, theirs, person)
  const ofBookings = await eraseMails(tx, bookings.flatMap(mailKeys))
  const mails = await alsoBounces(tx, [...ofBookings, ...(await eraseMailsOf(tx, ids))])
  return {
    counts: { bookings: ids.length, travellers, mails, notes, ...(await countsOf(tx, events)) },
    toConfirm,
    next: found.at(-1)?.id ?? null,
  }
}

/** The person's own trips, and those of others in which they travel. */
async function eraseTrips(
  tx: Tx,
  { erasing: { clientId, afterRow }, person }: Wanted,
): Promise<ErasureBatch> {
  const { trips, travellers, texts, next } = await erasePersonFromTrips(tx, person, {
    clientId,
    after: afterRow,
    limit: TRIPS_AT_ONCE,
  })
  const daily = await alsoBounces(
    tx,
    await eraseMailsById(
      tx,
      await mailsOfWarnings(
        tx,
        trips.map(({ id }) => id),
      ),
    ),
  )
  const theirs = new Set(trips.filter(({ client_id }) => client_id === clientId).map(({ id }) => id))
  const ids = trips.map(({ id }) => id)
  const { notes, toConfirm } = await eraseNotes(tx, { column: 'trip_id', ids }, theirs, person)
  return {
    counts: { mails: daily, travellers, notes },
    toConfirm: [...toConfirm, ...texts.map(({ id, field }) => ({ object: 'trip' as const, id, field }))],
    next,
  }
}

/** All notes on the person's bookings or trips; on those of others, only what names the person. A given name alone is listed. */
async function eraseNotes(
  tx: Tx,
  { column, ids }: { column: 'booking_id' | 'trip_id'; ids: readonly string[] },
  theirs: ReadonlySet<string>,
  person: Person,
): Promise<{ notes: number; toConfirm: TextToConfirm[] }> {
  const others = ids.filter((id) => !theirs.has(id))
  const object = column === 'trip_id' ? 'trip' : 'booking'
  await deleteTagsOf(tx, column, [...theirs])
  await deleteTagsOf(tx, column, others, (tag) => hasTrace(tag, person))
  const deleted = await deleteNotesAbout(tx, column, [...theirs])
  const toConfirm: TextToConfirm[] = []
  const emptied = await rewriteNotes(tx, column, others, (text, id) => {
    if (hasTrace(text, person)) return ERASED
    if (mayName(text, person)) toConfirm.push({ object, id, field: 'notes' })
    return text
  })
  return { notes: deleted + emptied, toConfirm }
}

async function eraseBooking(tx: Tx, booking: PersonalBooking, person: Person): Promise<void> {
  const isTheirs = isTheirBooking(booking, person)
  const passengers = eraseInJson(booking.passengers, person, isTheirs)
  const content = eraseInJson(booking.content, person, isTheirs)
  const { metadata, ...kept } = JSON.parse(content)
  const reference = booking.external_reference
  const isNamed = isTheirs || (reference !== null && hasTrace(reference, person))
  const references = {
    metadata: isTheirs ? {} : metadata,
    external_reference: isNamed ? null : reference,
  }
  const searchText = searchTextOf(
    booking.booking_reference,
    JSON.parse(passengers),
    JSON.parse(booking.documents),
  )
  const stored = isTheirs ? JSON.stringify({ ...kept, metadata: {} }) : content
  await updatePersonalBooking(tx, { ...booking, passengers, content: stored, ...references }, searchText)
}

async function eraseDocuments(
  tx: Tx,
  { erasing: { clientId, afterRow }, person }: Wanted,
): Promise<ErasureBatch> {
  const documents = await documentsAfter(tx, clientId, afterRow, DOCUMENTS_AT_ONCE)
  const ids = documents.map(({ id }) => id)
  // Tax law requires the names on issued invoices, and no others.
  const drafts = documents.filter((one) => one.kind === 'invoice' && isDraft(one)).map(({ id }) => id)
  await forgetPayers(tx, drafts)
  const messages = await eraseMessages(tx, ids)
  await clearErrors(tx, [sendMessageJob.type], messages)
  const mails = await alsoBounces(tx, await eraseMailsOf(tx, ids))
  const invoices = await eraseContact(tx, ids)
  await eraseResponses(tx, ids)
  await eraseInvoiceReferences(tx, ids)
  await eraseCreditNotes(tx, ids)
  await eraseRecurringReferences(tx, ids)
  await eraseMandateReasons(tx, [clientId])
  const texts = (await documentTexts(tx, ids)).filter(({ text }) => mayName(text, person))
  const isMore = messages.length === EMPTIED_MAX
  return {
    counts: { mails, messages: messages.length, invoices },
    toConfirm: texts.map(({ object, id, field }) => ({ object, id, field })),
    next: isMore ? afterRow : (ids.at(-1) ?? null),
  }
}

/** Files, accepted terms, mails and messages of the person's trips; their pages are closed. */
async function eraseTripDocuments(
  tx: Tx,
  { erasing: { clientId, afterRow } }: Wanted,
): Promise<ErasureBatch> {
  const ids = await tripsAfter(tx, clientId, afterRow, DOCUMENTS_AT_ONCE)
  const messages = await eraseMessagesOfTrips(tx, ids)
  await clearErrors(tx, [sendMessageJob.type], messages)
  const mails = await alsoBounces(tx, await eraseMailsOf(tx, ids))
  const trip_files = await deleteFilesOfTrips(tx, ids)
  await deleteAcceptancesOf(tx, ids)
  await unlinkTrips(tx, ids)
  const isMore = messages.length === EMPTIED_MAX
  return {
    counts: { mails, messages: messages.length, trip_files },
    next: isMore ? afterRow : (ids.at(-1) ?? null),
  }
}

/** All mails about these objects, to any address, and mails of news and warnings that cover them. */
async function eraseMailsOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const covering = [...(await mailsOfNews(tx, ids)), ...(await mailsOfWarnings(tx, ids))]
  const mails = await eraseMailsById(tx, covering)
  for (let emptied = EMPTIED_MAX; emptied === EMPTIED_MAX; ) {
    const some = await eraseMailsAbout(tx, ids)
    mails.push(...some)
    emptied = some.length
  }
  return mails
}

/** Bounce notices contain the address and subject of the mail. Returns the number including them. */
async function alsoBounces(tx: Tx, mails: readonly string[]): Promise<number> {
  const bounces = await eraseMails(tx, mails.map(bounceKey))
  await clearErrors(tx, [sendMailJob.type], [...mails, ...bounces])
  return mails.length + bounces.length
}

async function countsOf(tx: Tx, eventIds: readonly string[]): Promise<Partial<ErasureCounts>> {
  return { events: eventIds.length, receiver_answers: await eraseAttempts(tx, eventIds) }
}
