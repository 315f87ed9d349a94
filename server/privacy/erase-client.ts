// Erases a person, as the law lets everybody ask (LGPD, article 18): from clients, travellers, mails, messages, events,
// what receivers answered, and remembered answers, in one transaction. Issued invoices keep what tax law asks for. What
// is left is a record that says who asked, when, and how much was changed, and nothing of the person.
import type { DeletedClient } from '../../contract/clients.ts'
import { fail } from '../base/values/fail.ts'
import { searchTextOf } from '../bookings/search-text.ts'
import { lockTravels, type Travel, updateTravel } from '../bookings/traveller-store.ts'
import { clientIdFromUuid, uuidFromClientId } from '../clients/client-id.ts'
import { bucketOf, CLIENT_LIST, keysOf } from '../clients/client-keys.ts'
import { type ClientRow, changeClient, deleteUnlessLinked, lockClient } from '../clients/client-store.ts'
import { changeEvents } from '../events/personal-store.ts'
import { eraseContact } from '../invoicing/invoices/invoice-store.ts'
import { eraseMails } from '../notices/mail-store.ts'
import { eraseMessages } from '../notices/message-store.ts'
import { mailKeys } from '../notices/notify-booking.ts'
import { sendMail, sendMessage } from '../notices/work.ts'
import { changeAnswers, clearErrors } from '../outbox/erase-answers.ts'
import { changeCount, moveCount } from '../outbox/list-counts.ts'
import { type Scope, type Tx, transaction } from '../outbox/transaction.ts'
import { forgetPayers } from '../payments/charge-store.ts'
import {
  ERASED_FULL_NAME,
  eraseInJson,
  isPerson,
  type Person,
  personKnownBy,
  textsOfTraveller,
} from '../rules/erase-person.ts'
import { isDraft } from '../rules/invoice-states.ts'
import { phoneDigits } from '../rules/phone-number.ts'
import { demandTeam } from '../teams/team-store.ts'
import { eraseAttempts } from '../webhooks/erase-attempts.ts'
import type { World } from '../world.ts'
import { inTurn } from './erasing-turns.ts'
import { type ClientDocument, documentsOfClient, insertErasure } from './erasure-store.ts'
import { erasureView } from './erasure-view.ts'
import { refuseOpenBusiness } from './refuse-open-business.ts'

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
  const client = (await lockClient(tx, uuid)) ?? fail('client_not_found')
  const { email: agencyEmail } = await demandTeam(tx, tx.owner.teamId)
  const known = knownBy(client, [], agencyEmail)
  const travels = (await lockTravels(tx, uuid, known.name)).filter((travel) => isAbout(travel, known))
  const documents = await documentsOfClient(tx, uuid)
  refuseOpenBusiness(travels, documents, tx.now)
  const person = knownBy(
    client,
    travels.flatMap((travel) => textsIn(travel, known)),
    agencyEmail,
  )

  const travellers = await eraseTravels(tx, travels, person)
  const bookingIds = travels.map((travel) => travel.id)
  const documentIds = documents.map((document) => document.id)
  const theirs = new Set(travels.filter((travel) => isTheirBooking(travel, person)).map(({ id }) => id))
  const events = await changeEvents(
    tx,
    { bookingIds, documentIds, clientIds: person.ids },
    (payload, objectId) => eraseInJson(payload, person, theirs.has(objectId)),
  )
  await forgetPayers(tx, neverIssued(documents))
  const addresses = addressesOf(client, agencyEmail)
  const mails = await eraseMails(tx, travels.flatMap(mailKeys), addresses)
  const messages = await eraseMessages(tx, documentIds, addresses)
  await clearErrors(tx, [sendMail.kind, sendMessage.kind], [...mails, ...messages])
  const counts = {
    clients: 1,
    bookings: travels.length,
    travellers,
    invoices: await eraseContact(tx, uuid),
    mails: mails.length,
    messages: messages.length,
    events: events.length,
    receiver_answers: await eraseAttempts(tx, events),
    remembered_answers: await changeAnswers(tx, (body) => eraseInJson(body, person)),
  }
  const deleted = await eraseRow(tx, client)
  const erasure = { id: tx.newId('erasure'), client_id: uuid, asked_by: askedBy, erased_at: tx.now, counts }
  await insertErasure(tx, erasure)
  return {
    id: uuid,
    deleted,
    ...(!deleted && { is_active: false as const }),
    erasure: erasureView(erasure),
  }
}

function knownBy(client: ClientRow, texts: readonly string[], agencyEmail: string): Person {
  const { id, full_name, email, phone, cpf, cnpj } = client
  const numbers = [email, phone, phone && phoneDigits(phone), cpf, cnpj, ...texts]
  return personKnownBy([id, clientIdFromUuid(id)], full_name, numbers, [agencyEmail])
}

/** Where they were written to; what goes to the agency's own address is not theirs. */
function addressesOf({ email, phone }: ClientRow, agencyEmail: string): string[] {
  const digits = phone === null ? null : phoneDigits(phone)
  const addresses = digits === null ? [email.toLowerCase()] : [email.toLowerCase(), digits]
  return addresses.filter((address) => address !== '' && address !== agencyEmail.toLowerCase())
}

const isTheirBooking = ({ client_id }: Travel, { ids }: Person) => ids.includes(client_id)

const travellersOf = ({ passengers }: Travel): Record<string, unknown>[] => JSON.parse(passengers)

/** A booking of theirs, or one of somebody else's in which they travel: a namesake's is neither. */
function isAbout(travel: Travel, person: Person): boolean {
  return isTheirBooking(travel, person) || travellersOf(travel).some((one) => isPerson(one, person, false))
}

function textsIn(travel: Travel, person: Person): string[] {
  const isTheirs = isTheirBooking(travel, person)
  return travellersOf(travel)
    .filter((one) => isPerson(one, person, isTheirs))
    .flatMap(textsOfTraveller)
}

/** How many of the travellers were the person. */
async function eraseTravels(tx: Tx, travels: readonly Travel[], person: Person): Promise<number> {
  let travellers = 0
  for (const travel of travels) {
    const isTheirs = isTheirBooking(travel, person)
    travellers += travellersOf(travel).filter((one) => isPerson(one, person, isTheirs)).length
    const passengers = eraseInJson(travel.passengers, person, isTheirs)
    const content = eraseInJson(travel.content, person, isTheirs)
    await updateTravel(
      tx,
      { ...travel, passengers, content },
      searchTextOf(travel.booking_reference, JSON.parse(passengers)),
    )
  }
  return travellers
}

/** Tax law asks for the names on issued invoices, and for no others. */
function neverIssued(documents: readonly ClientDocument[]): string[] {
  return documents.filter(({ kind, status }) => kind === 'invoice' && isDraft({ status })).map(({ id }) => id)
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
