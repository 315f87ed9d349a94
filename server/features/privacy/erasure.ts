// Erases a client or a traveller, batch by batch, and lists erasures.
import { Create } from 'typebox/value'
import type { DeletedClient } from '../../../contract/clients.ts'
import { COUNTED, type Erasure, ErasureCounts } from '../../../contract/clients.ts'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { reviveNamed } from '../../kernel/jobs/stored-jobs.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { changeCount, moveCount } from '../../kernel/outbox/list-counts.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { type FairQueue, makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { ERASED_FULL_NAME, type Person, personKnownBy } from '../../kernel/values/erase-person.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import { isTicketed, isUnderway } from '../bookings/states.ts'
import { type Trip, travelsOf, tripsOf } from '../bookings/store.ts'
import { clientChange } from '../clients/clients.ts'
import {
  bucketOf,
  CLIENT_LIST,
  type ClientRow,
  changeClient,
  clientIdFromUuid,
  deleteUnlessLinked,
  keysOf,
  lockClient,
  uuidFromClientId,
} from '../clients/store.ts'
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

// What is known of a person while they are being erased: kept sealed with the record of it, as the client itself is
// empty by then, and forgotten with the last bite.

/** In this order; `steps.ts` has what each does. They are stored by name, so that a later version may add some. */
export const STEP_NAMES = [
  'mails',
  'messages',
  'traces',
  'bookings',
  'documents',
  'document_events',
  'remembered_answers',
] as const
export type StepName = (typeof STEP_NAMES)[number]

export interface Erasing {
  readonly clientId: string
  readonly fullName: string
  /** Addresses and numbers by which they are known. */
  readonly texts: readonly string[]
  /** Where they were written to. */
  readonly addresses: readonly string[]
  /** What the agency itself goes by is not taken for the person's. */
  readonly agencyEmail: string
  /** Which of the steps comes next, and after which of its rows; '' for its first. */
  readonly step: StepName
  readonly afterRow: string
}

/** Whoever has more than so many addresses and numbers is no person, and each is looked for in each text. */
const TEXTS_MAX = 200

export function erasingOf(
  { id, full_name, email, phone, cpf, cnpj }: ClientRow,
  agencyEmail: string,
): Erasing {
  const digits = phone === null ? null : phoneDigits(phone)
  const addresses = [email.toLowerCase(), digits].filter((address) => address !== null)
  return {
    clientId: id,
    fullName: full_name,
    texts: [email, phone, digits, cpf, cnpj].filter((text) => text !== null),
    // What goes to the agency's own address is not theirs.
    addresses: addresses.filter((address) => address !== '' && address !== agencyEmail.toLowerCase()),
    agencyEmail,
    step: STEP_NAMES[0],
    afterRow: '',
  }
}

export function personOf({ clientId, fullName, texts, agencyEmail }: Erasing): Person {
  return personKnownBy([clientId, clientIdFromUuid(clientId)], fullName, texts, [agencyEmail])
}

export function withTexts(erasing: Erasing, more: readonly string[]): Erasing {
  return { ...erasing, texts: [...new Set([...erasing.texts, ...more])].slice(0, TEXTS_MAX) }
}

export function sealErasing(box: SecretBox, id: string, erasing: Erasing): Buffer {
  return box.seal(JSON.stringify(erasing), placeOf(id))
}

export function openErasing(box: SecretBox, id: string, sealed: Buffer): Erasing {
  const erasing: Erasing = JSON.parse(box.open(sealed, placeOf(id)))
  if (!STEP_NAMES.includes(erasing.step))
    throw new Error(`${id} is at a step of erasing that this version does not know: ${erasing.step}`)
  return erasing
}

function placeOf(id: string): string {
  return `erasures.state:${id}`
}

// Erases a person bite by bite, each in a transaction that also notes how far it has come: after a crash the next one
// goes on from there. Bites are taken one at a time in a process, the teams in turn.

/** Of one piece: then whatever else is due has its turn, and a stop need not wait. */
const BITES_AT_ONCE = 20

const turnsOf: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY }),
)

/** Due work: some bites, and then a piece for the rest. */
export async function erasePerson(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.erasePersonJob>,
): Promise<void> {
  const { erasure_id, part } = payload
  for (let n = 0; n < BITES_AT_ONCE; n++) if (await eraseBatch(world, scope, erasure_id)) return
  await transaction(world, last, async (tx) => scheduleErasing(tx, erasure_id, part + 1))
}

function scheduleErasing(tx: Tx, erasureId: string, part: number): void {
  const payload = { erasure_id: erasureId, part }
  schedule(tx, jobs.erasePersonJob, { at: tx.now, key: `${erasureId} ${part}`, payload })
}

/** Whoever asks again has what was given up, after too many failures, begun anew. */
async function goOnErasing(tx: Tx, erasureId: string): Promise<void> {
  await reviveNamed(tx, jobs.erasePersonJob, `${erasureId} `)
}

/** True when nothing is left. */
export function eraseBatch(world: World, scope: Scope, erasureId: string): Promise<boolean> {
  const { owner } = scope
  return turnsOf(world).run(`${owner.teamId} ${owner.mode}`, () =>
    transaction(world, aside(scope), (tx) => bite(tx, erasureId)),
  )
}

async function bite(tx: Tx, id: string): Promise<boolean> {
  const erasure = await lockErasure(tx, id)
  if (erasure === undefined || erasure.state === null) return true
  const erasing = openErasing(tx.secretBox, id, erasure.state)
  const wanted = { erasing, person: personOf(erasing), until: erasure.erased_at }
  const taken = await STEPS[erasing.step](tx, wanted)
  const rest = nextOf(erasing, taken)
  const state = rest === undefined ? null : sealErasing(tx.secretBox, id, rest)
  const counts = sumOf(erasure.counts, taken.counts ?? {})
  await updateErasure(tx, { id, counts, state, completed_at: state === null ? tx.now : null })
  return state === null
}

/** Undefined when that was the last bite of all. */
function nextOf(erasing: Erasing, { texts = [], next }: ErasureBatch): Erasing | undefined {
  const known = withTexts(erasing, texts)
  if (next !== null) return { ...known, afterRow: next }
  const step = STEP_NAMES[STEP_NAMES.indexOf(erasing.step) + 1]
  return step && { ...known, step, afterRow: '' }
}

function sumOf(counts: ErasureCounts, more: Partial<ErasureCounts>): ErasureCounts {
  const sum = { ...counts }
  for (const name of COUNTED) sum[name] += more[name] ?? 0
  return sum
}

// Turns for those who ask for an erasure: each looks through the bookings of its client, so one is begun at a time in a
// process, the teams one after the other, and who waits holds no connection to the database.

const WAITING_MAX = 8
const WAIT_MS = 20_000
/** Of a team and mode, begun and not complete. */
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
  const advice = 'people are being erased already; erase one after the other'
  return new Fail('rate_limit_exceeded', { advice, retryAfterSeconds: 1 })
}

// The only maker of an erasure's public JSON.

function erasureView({ id, client_id, asked_by, erased_at, completed_at, counts }: ErasureRow): Erasure {
  return {
    id,
    client_id,
    asked_by,
    erased_at: isoTimestamp(erased_at),
    completed_at: completed_at === null ? null : isoTimestamp(completed_at),
    counts,
  }
}

// Who still travels, or is still invoiced, cannot be erased: carriers and recurring invoices need to know for whom.

/** Times of flights are local: by then it is over everywhere. */
const AFTER_ARRIVAL_MS = 86_400_000
/** Opened at once; and how many are named: enough to say what is to be done first. */
const BATCH = 100

async function refuseOpenBusiness(tx: Tx, clientId: string, person: Person): Promise<void> {
  const trips = await tripsOf(tx, { clientId, foldedName: person.name })
  const open = trips.filter((trip) => isOpen(trip, tx.now))
  const bookings = open.filter(({ client_id }) => client_id === clientId).map(({ id }) => id)
  // In those of others it may be a namesake who travels.
  const others = open.filter(({ client_id }) => client_id !== clientId).map(({ id }) => id)
  for (let n = 0; n < others.length && bookings.length < BATCH; n += BATCH) {
    const travels = await travelsOf(tx, others.slice(n, n + BATCH))
    bookings.push(...travels.filter((travel) => isAbout(travel, person)).map(({ id }) => id))
  }
  const recurring = (await recurringOf(tx, clientId)).filter(mayExpire)
  const details = [
    ...bookings.map((id) => ({ field: 'bookings', issue: `${id} is not over` })),
    ...recurring.map(({ id }) => ({ field: 'recurring_invoices', issue: `${id} is not cancelled` })),
  ]
  if (details.length > 0) fail('client_has_open_business', { details: details.slice(0, BATCH) })
}

function isOpen(trip: Trip, now: Date): boolean {
  if (isUnderway(trip) || trip.cancelling) return true
  if (!isTicketed(trip) || trip.arriving_at === null) return false
  return Date.parse(`${trip.arriving_at}Z`) + AFTER_ARRIVAL_MS > now.getTime()
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

async function erase(tx: Tx, uuid: string, askedBy: string | null): Promise<DeletedClient> {
  const client = await lockClient(tx, uuid)
  const underWay = await findUnfinished(tx, uuid)
  if (underWay !== undefined) {
    await goOnErasing(tx, underWay.id)
    return answerOf(underWay, client === undefined)
  }
  if (client === undefined) fail('client_not_found')
  refuseTooMany(await countUnfinished(tx))
  const { email } = await demandTeam(tx, tx.owner.teamId)
  const erasing = erasingOf(client, email)
  await refuseOpenBusiness(tx, uuid, personOf(erasing))
  const notes = await deleteNotesAbout(tx, 'client_id', [uuid])
  await deleteTagsOf(tx, 'client_id', [uuid])
  const deleted = await eraseRow(tx, client)
  const id = tx.newId('erasure')
  const erasure = {
    id,
    client_id: uuid,
    asked_by: askedBy,
    erased_at: tx.now,
    completed_at: null,
    counts: { ...Create(ErasureCounts), clients: 1, notes },
  }
  await insertErasure(tx, { ...erasure, state: sealErasing(tx.secretBox, id, erasing) })
  scheduleErasing(tx, id, 1)
  record(tx, { ...clientChange(uuid), before: { is_active: client.is_active }, after: null })
  return answerOf(erasure, deleted)
}

function answerOf(erasure: ErasureRow, deleted: boolean): DeletedClient {
  const { client_id: id } = erasure
  return { id, deleted, ...(!deleted && { is_active: false as const }), erasure: erasureView(erasure) }
}

/** Deletes the client, or empties it where something refers to it; true if it was deleted. */
async function eraseRow(tx: Tx, client: ClientRow): Promise<boolean> {
  if (await deleteUnlessLinked(tx, client.id)) {
    changeCount(tx, CLIENT_LIST, bucketOf(client), -1)
    return true
  }
  const blank = {
    full_name: ERASED_FULL_NAME,
    email: '',
    phone: null,
    cpf: null,
    cnpj: null,
    company_name: null,
  }
  const change = { ...blank, notes: null, is_active: false, updated_at: tx.now }
  await changeClient(tx, client.id, { ...change, ...keysOf(blank) })
  moveCount(tx, CLIENT_LIST, bucketOf(client), bucketOf({ ...client, is_active: false }))
  return false
}

// What was erased: a page of it, or one.

export async function readErasures(db: Queryable, owner: Owner, page: Page): Promise<Listing<Erasure>> {
  const { items, total } = await listErasures(db, owner, page)
  return { items: items.map(erasureView), total }
}

export async function readErasure(db: Queryable, owner: Owner, id: string): Promise<Erasure> {
  return erasureView(await demandErasure(db, owner, id))
}
