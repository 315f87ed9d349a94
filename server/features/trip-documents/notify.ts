// Sends the travellers' page of a trip to the client, by mail with the itinerary or by WhatsApp.
import type { SendInput, Sending } from '../../../contract/mails.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { shownWords } from '../../kernel/values/text.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { DOCUMENT_WORDS } from '../documents/words.ts'
import { demandEmail, demandPhone, keepPhoneMessage, noteMail } from '../notifications/messages.ts'
import { keepMail, languageOf, queueMail, type WrittenMail } from '../notifications/queue-mail.ts'
import { type Addressed, addressed, inTemplate, salutation } from '../notifications/salutation.ts'
import { letterheadOf } from '../teams/brand.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { ShownTripRow } from '../trips/document-store.ts'
import { tripNumber, tripPageUrl } from '../trips/view.ts'
import type { World } from '../world.ts'
import { isSimulatedTrip } from './documents.ts'
import { sharedTrip } from './share.ts'
import { datesOf } from './view.ts'
import { TRIP_MAIL_WORDS } from './words.ts'

export interface TripNoticeFacts extends Addressed {
  readonly title: string
  readonly number: string
  readonly dates: string | null
  readonly url: string
  readonly isSimulated: boolean
  /** In test mode every subject is marked when it is stored. */
  readonly isTest: boolean
}

/** In both languages, with the same parameters. */
const TEMPLATE = 'viagem_compartilhada'

export async function sendTrip(
  world: World,
  scope: Scope,
  id: string,
  { channel = 'email' }: SendInput,
): Promise<Sending> {
  return transaction(world, scope, async (tx) => {
    const trip = await sharedTrip(tx, id)
    const client = await clientOf(tx, tx.owner, trip)
    const team = await demandTeam(tx, tx.owner.teamId)
    const head = {
      key: `trip ${tx.newId('message')}`,
      kind: 'trip_shared',
      invoiceId: null,
      quoteId: null,
      tripId: id,
    } as const
    record(tx, { topic: 'records', object: 'trip', objectId: id, before: null, after: { sent_by: channel } })
    const language = languageOf(team, client)
    const facts = factsOf(world, trip, { client, team, language })
    if (channel === 'whatsapp') {
      const to = demandPhone(world, tx, client)
      const { text, parameters } = tripMessage(inTemplate(world, facts), language)
      const message = { to, template: TEMPLATE, language, parameters, link: trip.link_token, order: null }
      await keepPhoneMessage(world, tx, head, { id: tx.newId('message'), message, text })
      return { channel, to, mail_id: null }
    }
    const to = demandEmail(client)
    const mailId = await mailTrip(tx, head.key, {
      to,
      tripId: id,
      written: tripLetter(facts, language, letterheadOf(world, team)),
    })
    await noteMail(tx, head, { to, text: tripMessage(facts, language).text, mailId })
    return { channel, to, mail_id: mailId }
  })
}

async function mailTrip(
  tx: Tx,
  key: string,
  { to, tripId, written }: { readonly to: string; readonly tripId: string; readonly written: WrittenMail },
): Promise<string | null> {
  const mail = { key, to, ...written, document: { type: 'trip', key: tripId } as const, about: tripId }
  return tx.owner.mode === 'live' ? queueMail(tx, mail) : keepMail(tx, mail)
}

function factsOf(
  world: World,
  trip: ShownTripRow & { link_token: string },
  {
    client,
    team,
    language,
  }: { readonly client: ClientRow; readonly team: Team; readonly language: TeamLanguage },
): TripNoticeFacts {
  return {
    ...addressed(team, client),
    title: shownWords(trip.title),
    number: tripNumber(trip),
    dates: datesOf(trip, language),
    url: tripPageUrl(world, trip.link_token),
    isSimulated: isSimulatedTrip(world, trip),
    isTest: trip.mode === 'test',
  }
}

export function tripLetter(facts: TripNoticeFacts, language: TeamLanguage, sender: Letterhead): WrittenMail {
  const words = TRIP_MAIL_WORDS[language]
  const { summary, simulation, simulationSubject } = DOCUMENT_WORDS[language]
  const { title, number, dates, teamName: team, isSimulated, isTest } = facts
  const { subject, title: heading, paragraphs } = words.letter({ team, title, dates })
  const rows = [
    { label: words.trip, value: title },
    { label: words.number, value: number },
    { label: words.dates, value: words.when(dates) },
  ]
  const written = layoutMail({
    language,
    title: heading,
    preview: paragraphs[0],
    ...salutation(facts, language),
    paragraphs: [...(isSimulated ? [simulation] : []), ...paragraphs],
    blocks: [{ kind: 'rows', title: summary, rows }],
    action: { label: words.action, url: facts.url },
    sender,
  })
  return { subject: isSimulated && !isTest ? `${simulationSubject} ${subject}` : subject, ...written }
}

/** The text that is stored, and the same words as the parameters of the template. */
export function tripMessage(
  facts: TripNoticeFacts,
  language: TeamLanguage,
): { text: string; parameters: string[] } {
  const { clientName, teamName: team, title, dates, url, isSimulated } = facts
  const { greeting, closing } = salutation(facts, language)
  const { sentence, action, when } = TRIP_MAIL_WORDS[language]
  const { simulation, simulated } = DOCUMENT_WORDS[language]
  return {
    text: [
      greeting,
      ...(isSimulated ? [simulation] : []),
      sentence({ team, title, dates }),
      `${action}:\n${url}`,
      ...(closing === null ? [] : [closing]),
    ].join('\n\n'),
    // Templates have no other place for the mark.
    parameters: [clientName, isSimulated ? `${team} (${simulated})` : team, title, when(dates)],
  }
}
