// Erases a client or a traveller, batch by batch, and lists erasures.
import { Create } from 'typebox/value'
import type { DeletedClient } from '../../../contract/clients.ts'
import { COUNTED, type Erasure, ErasureCounts, type TextToConfirm } from '../../../contract/clients.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { reviveNamed } from '../../kernel/jobs/stored-jobs.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { changeCount, moveCount } from '../../kernel/outbox/list-counts.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { type FairQueue, makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import { isoTimestamp, type Times } from '../../kernel/values/dates.ts'
import { ERASED_FULL_NAME, isPerson, type Person, personKnownBy } from '../../kernel/values/erase-person.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { ownerName } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import { NO_REFERENCES } from '../../kernel/values/references.ts'
import { isTicketed, isUnderway } from '../bookings/states.ts'
import { type BookingSpan, bookingSpansOf, personalBookingsOf } from '../bookings/store.ts'
import { clientChange } from '../clients/clients.ts'
import { companionsAbout, deleteCompanionRows } from '../clients/companion-store.ts'
import { NO_SECRETS } from '../clients/file.ts'
import { deleteMergesOf } from '../clients/merge-store.ts'
import {
  CLIENT_LIST,
  changeClient,
  clientBucket,
  clientIdFromUuid,
  deleteUnlessLinked,
  findClient,
  keysOf,
  lockClient,
  lockMerged,
  uuidFromClientId,
  type WholeClient,
} from '../clients/store.ts'
import { moveMandate } from '../mandates/moves.ts'
import { liveMandatesOf, lockMandate } from '../mandates/store.ts'
import { deleteNotesAbout } from '../notes/notes.ts'
import { deleteTagsOf } from '../notes/tags.ts'
import { mayExpire } from '../recurring-invoices/states.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import * as jobs from './jobs.ts'
import { type ErasureBatch, isAbout, STEPS } from './steps.ts'
import {
  countUnfinished,
  demandErasure,
  type ErasureRow,
  findUnfinished,
  insertErasure,
  listErasures,
  lockErasure,
  recurringOf,
  updateErasure,
} from './store.ts'

// What is known of a person during their erasure. It is stored encrypted, because the client's row is empty by then,
// and deleted with the last batch.

/** In this order; `steps.ts` has the functions. Stored by name, so that a later release may add some. */
export const STEP_NAMES = [
  'mails',
  'messages',
  'traces',
  'bookings',
  'trips',
  'documents',
  'document_events',
  'trip_documents',
  'remembered_answers',
] as const
export type StepName = (typeof STEP_NAMES)[number]

export interface Erasing {
  readonly clientId: string
  /** Duplicates that were merged into the client; absent in erasures that an earlier version began. */
  readonly mergedIds?: readonly string[]
  readonly fullName: string
  /** Addresses and numbers that identify the person. */
  readonly texts: readonly string[]
  /** Addresses that mails to the person went to. */
  readonly addresses: readonly string[]
  /** The agency's own address does not identify the person. */
  readonly agencyEmail: string
  /** The next step, and the row it continues after; '' at its beginning. */
  readonly step: StepName
  readonly afterRow: string
}

/** Bounds the search: each text is looked for in every row. */
const TEXTS_MAX = 200

export function erasingOf(client: WholeClient, merged: readonly WholeClient[], agencyEmail: string): Erasing {
  const all = [client, ...merged]
  const addresses = all.flatMap(addressesOf)
  return {
    clientId: client.id,
    mergedIds: merged.map(({ id }) => id),
    fullName: client.full_name,
    texts: [...new Set([...all.flatMap(textsOfClient), ...merged.map(({ full_name }) => full_name)])],
    // Mails to the agency's own address are not the person's.
    addresses: addresses.filter((address) => address !== '' && address !== agencyEmail.toLowerCase()),
    agencyEmail,
    step: STEP_NAMES[0],
    afterRow: '',
  }
}

function addressesOf({ email, phone }: WholeClient): string[] {
  const digits = phone === null ? null : phoneDigits(phone)
  return [email.toLowerCase(), digits].filter((address) => address !== null)
}

/** Whatever identifies the person in other texts. */
function textsOfClient({ email, phone, cpf, cnpj, file }: WholeClient): string[] {
  const digits = phone === null ? null : phoneDigits(phone)
  const numbers = [
    ...file.identity_documents.map(({ number }) => number),
    ...file.loyalty_programme_accounts.map(({ account_number }) => account_number),
  ]
  return [email, phone, digits, cpf, cnpj, ...numbers].filter((text) => text !== null)
}

export function personOf({ clientId, mergedIds = [], fullName, texts, agencyEmail }: Erasing): Person {
  const ids = [clientId, ...mergedIds].flatMap((id) => [id, clientIdFromUuid(id)])
  return personKnownBy(ids, fullName, texts, [agencyEmail])
}

export function withTexts(erasing: Erasing, more: readonly string[]): Erasing {
  return { ...erasing, texts: [...new Set([...erasing.texts, ...more])].slice(0, TEXTS_MAX) }
}

export function encryptErasing(box: SecretBox, id: string, erasing: Erasing): Buffer {
  return box.encrypt(JSON.stringify(erasing), contextOf(id))
}

export function decryptErasing(box: SecretBox, id: string, encrypted: Buffer): Erasing {
  const erasing: Erasing = JSON.parse(box.decrypt(encrypted, contextOf(id)))
  if (!STEP_NAMES.includes(erasing.step))
    throw new Error(`${id} is at a step of erasing that this version does not know: ${erasing.step}`)
  return erasing
}

function contextOf(id: string): string {
  return encryptionContext('erasures', 'state', id)
}

/** Batches of one job. Then other jobs get their turn, and a shutdown need not wait. */
const BATCHES_OF_JOB = 20

const erasureTurns: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY }),
)

/** Erases some batches, and schedules a job for the rest. */
export async function erasePerson(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.erasePersonJob>,
): Promise<void> {
  const { erasure_id, part } = payload
  for (let n = 0; n < BATCHES_OF_JOB; n++) if (await eraseBatch(world, scope, erasure_id)) return
  await transaction(world, last, async (tx) => scheduleErasing(tx, erasure_id, part + 1))
}

function scheduleErasing(tx: Tx, erasureId: string, part: number): void {
  const payload = { erasure_id: erasureId, part }
  schedule(tx, jobs.erasePersonJob, { at: tx.now, key: `${erasureId} ${part}`, payload })
}

/** A repeated request restarts an erasure whose job was given up after too many failures. */
async function restartErasing(tx: Tx, erasureId: string): Promise<void> {
  await reviveNamed(tx, jobs.erasePersonJob, `${erasureId} `)
}

/**
 * Erases one batch, and records the progress in its transaction, so that it continues after a crash. Returns true if
 * nothing is left. Teams take turns.
 */
export function eraseBatch(world: World, scope: Scope, erasureId: string): Promise<boolean> {
  const { owner } = scope
  return erasureTurns(world).run(ownerName(owner), () =>
    transaction(world, aside(scope), (tx) => eraseNext(tx, erasureId)),
  )
}

async function eraseNext(tx: Tx, id: string): Promise<boolean> {
  const erasure = await lockErasure(tx, id)
  if (erasure === undefined || erasure.state === null) return true
  const erasing = decryptErasing(tx.secretBox, id, erasure.state)
  const wanted = { erasing, person: personOf(erasing), until: erasure.erased_at }
  const taken = await STEPS[erasing.step](tx, wanted)
  const rest = nextOf(erasing, taken)
  const state = rest === undefined ? null : encryptErasing(tx.secretBox, id, rest)
  const counts = sumOf(erasure.counts, taken.counts ?? {})
  const to_confirm = joined(erasure.to_confirm, taken.toConfirm ?? [])
  await updateErasure(tx, { id, counts, state, to_confirm, completed_at: state === null ? tx.now : null })
  return state === null
}

/** Undefined after the last batch of the last step. */
function nextOf(erasing: Erasing, { texts = [], next }: ErasureBatch): Erasing | undefined {
  const known = withTexts(erasing, texts)
  if (next !== null) return { ...known, afterRow: next }
  const step = STEP_NAMES[STEP_NAMES.indexOf(erasing.step) + 1]
  return step && { ...known, step, afterRow: '' }
}

const TO_CONFIRM_MAX = 100

/** Each once: a batch that is repeated finds the same ones. */
function joined(known: readonly TextToConfirm[], more: readonly TextToConfirm[]): TextToConfirm[] {
  const byPlace = new Map([...known, ...more].map((one) => [`${one.object} ${one.id} ${one.field}`, one]))
  return [...byPlace.values()].slice(0, TO_CONFIRM_MAX)
}

function sumOf(counts: ErasureCounts, more: Partial<ErasureCounts>): ErasureCounts {
  const sum = { ...counts }
  for (const name of COUNTED) sum[name] += more[name] ?? 0
  return sum
}

/** New erasures take turns, because each searches all bookings of its client. A waiting request holds no connection. */
const WAITING_MAX = 8
const WAIT_MS = 20_000
/** Begun and incomplete, for a team and mode. */
const UNFINISHED_MAX = 50

const erasingTurnsOf: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: WAITING_MAX, waitMs: WAIT_MS }),
)

function inTurn<T>(host: object, teamId: string, erasing: () => Promise<T>): Promise<T> {
  return erasingTurnsOf(host)
    .run(teamId, erasing)
    .catch((error) => {
      throw error instanceof QueueFull ? tooMany() : error
    })
}

function refuseTooMany(unfinished: number): void {
  if (unfinished >= UNFINISHED_MAX) throw tooMany()
}

function tooMany(): Fail {
  const why = adviceWith('people are being erased already; erase one after the other')
  return new Fail('rate_limit_exceeded', { ...why, retryAfterSeconds: 1 })
}

function erasureView(row: ErasureRow): Erasure {
  const { id, client_id, asked_by, erased_at, completed_at, counts, to_confirm } = row
  return {
    id,
    client_id,
    asked_by,
    erased_at: isoTimestamp(erased_at),
    completed_at: completed_at === null ? null : isoTimestamp(completed_at),
    updated_at: isoTimestamp(row.updated_at),
    counts,
    to_confirm,
  }
}

// A person who still travels or is still invoiced cannot be erased: carriers and recurring invoices need their data.

/** Times of flights are local: after this margin the flight is over in every zone. */
const AFTER_ARRIVAL_MS = 86_400_000
/** Decrypted at once, and named in the failure at most. */
const BATCH = 100

/** A recurring invoice that has ended by itself leaves a permission to debit until its last debit. */
async function cancelMandates(tx: Tx, clientIds: readonly string[]): Promise<void> {
  for (const client_id of clientIds) {
    for (const { id } of await liveMandatesOf(tx, tx.owner, { client_id })) {
      const mandate = await lockMandate(tx, id)
      if (mandate !== undefined) await moveMandate(tx, mandate, 'cancelled', { by: 'agency', reason: null })
    }
  }
}

async function refuseOpenBusiness(tx: Tx, clientId: string, person: Person): Promise<void> {
  const spans = await bookingSpansOf(tx, { clientId, foldedName: person.name })
  const open = spans.filter((span) => isOpen(span, tx.now))
  const bookings = open.filter(({ client_id }) => client_id === clientId).map(({ id }) => id)
  // In bookings of other clients, the traveller may be a namesake.
  const others = open.filter(({ client_id }) => client_id !== clientId).map(({ id }) => id)
  for (let n = 0; n < others.length && bookings.length < BATCH; n += BATCH) {
    const ofOthers = await personalBookingsOf(tx, others.slice(n, n + BATCH))
    bookings.push(...ofOthers.filter((booking) => isAbout(booking, person)).map(({ id }) => id))
  }
  const recurring = (await recurringOf(tx, clientId)).filter(mayExpire)
  const details = [
    ...bookings.map((id) => ({ field: 'bookings', issue: issueWith('{id} is not over', { id }) })),
    ...recurring.map(({ id }) => ({
      field: 'recurring_invoices',
      issue: issueWith('{id} is not cancelled', { id }),
    })),
  ]
  if (details.length > 0) fail('client_has_open_business', { details: details.slice(0, BATCH) })
}

function isOpen(span: BookingSpan, now: Date): boolean {
  if (isUnderway(span) || span.cancelling) return true
  if (!isTicketed(span) || span.arriving_at === null) return false
  return Date.parse(`${span.arriving_at}Z`) + AFTER_ARRIVAL_MS > now.getTime()
}

export async function eraseClient(
  world: World,
  scope: Scope,
  id: string,
  /** The key; null for the command line. */
  askedBy: string | null,
): Promise<DeletedClient> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return inTurn(world, scope.owner.teamId, () => transaction(world, scope, (tx) => erase(tx, uuid, askedBy)))
}

async function erase(tx: Tx, named: string, askedBy: string | null): Promise<DeletedClient> {
  // A duplicate that was merged is the same person as the client that remained.
  const uuid = (await findClient(tx, tx.owner, named))?.merged_into_id ?? named
  const client = await lockClient(tx, uuid)
  const underWay = await findUnfinished(tx, uuid)
  if (underWay !== undefined) {
    await restartErasing(tx, underWay.id)
    return responseOf(underWay, client === undefined)
  }
  if (client === undefined) fail('client_not_found')
  refuseTooMany(await countUnfinished(tx))
  const { email } = await demandTeam(tx, tx.owner.teamId)
  const merged = await lockMerged(tx, uuid)
  const erasing = erasingOf(client, merged, email)
  const person = personOf(erasing)
  await refuseOpenBusiness(tx, uuid, person)
  const ids = [uuid, ...merged.map(({ id }) => id)]
  const notes = await deleteNotesAbout(tx, 'client_id', ids)
  await deleteTagsOf(tx, 'client_id', ids)
  await deleteMergesOf(tx, ids)
  await eraseCompanions(tx, ids, person)
  for (const duplicate of merged) await eraseRow(tx, duplicate)
  const deleted = await eraseRow(tx, client)
  await cancelMandates(tx, ids)
  const id = tx.newId('erasure')
  const erasure = {
    id,
    client_id: uuid,
    asked_by: askedBy,
    erased_at: tx.now,
    completed_at: null,
    updated_at: tx.now,
    counts: { ...Create(ErasureCounts), clients: ids.length, notes },
    to_confirm: [],
  }
  await insertErasure(tx, { ...erasure, state: encryptErasing(tx.secretBox, id, erasing) })
  scheduleErasing(tx, id, 1)
  record(tx, { ...clientChange(uuid), before: { is_active: client.is_active }, after: null })
  return responseOf(erasure, deleted)
}

function responseOf(erasure: ErasureRow, deleted: boolean): DeletedClient {
  const { client_id: id } = erasure
  return { id, deleted, ...(!deleted && { is_active: false as const }), erasure: erasureView(erasure) }
}

/** All in the files of the person, and the person in the files of others. */
async function eraseCompanions(tx: Tx, ids: readonly string[], person: Person): Promise<void> {
  const found = await companionsAbout(tx, ids, person.name)
  const doomed = found.filter(
    (companion) =>
      ids.includes(companion.client_id) ||
      ids.includes(companion.linked_client_id ?? '') ||
      isPerson({ ...companion, ...companion.file }, person, false),
  )
  await deleteCompanionRows(
    tx,
    doomed.map(({ id }) => id),
  )
}

/** Deletes the client, or empties it if rows refer to it. Returns true if it was deleted. */
async function eraseRow(tx: Tx, client: WholeClient): Promise<boolean> {
  if (await deleteUnlessLinked(tx, client.id)) {
    changeCount(tx, CLIENT_LIST, clientBucket(client), -1)
    return true
  }
  const blank = {
    full_name: ERASED_FULL_NAME,
    email: '',
    phone: null,
    cpf: null,
    cnpj: null,
    company_name: null,
    born_on: null,
    merged_into_id: null,
    merged_at: null,
  }
  const change = {
    ...blank,
    ...NO_REFERENCES,
    file: NO_SECRETS,
    notes: null,
    is_active: false,
    updated_at: tx.now,
  }
  await changeClient(tx, client.id, { ...change, ...keysOf(blank) })
  moveCount(tx, CLIENT_LIST, clientBucket(client), clientBucket({ ...client, is_active: false }))
  return false
}

export async function readErasures(
  db: Queryable,
  owner: Owner,
  page: Page,
  times: Times,
): Promise<Listing<Erasure>> {
  const found = await listErasures(db, owner, page, times)
  return { ...found, items: found.items.map(erasureView) }
}

export async function readErasure(db: Queryable, owner: Owner, id: string): Promise<Erasure> {
  return erasureView(await demandErasure(db, owner, id))
}
