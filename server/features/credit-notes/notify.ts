// Writes to clients about credit notes, by mail.
import type { Sending } from '../../../contract/mails.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { moneyText } from '../../render/itinerary/itinerary.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { pageWords } from '../../render/words/page-words.ts'
import { type CreditOfNote, creditOfNote } from '../client-credit/store.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { DOCUMENT_WORDS } from '../documents/words.ts'
import { wasNotified } from '../notifications/message-store.ts'
import { demandEmail, noteMail } from '../notifications/messages.ts'
import { keepMail, languageOf, queueMail, type WrittenMail } from '../notifications/queue-mail.ts'
import { type Addressed, addressed, salutation } from '../notifications/salutation.ts'
import { letterheadOf } from '../teams/brand.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { type Effective, effectsOf } from './document.ts'
import { type CreditNoteRow, type creditNoteMailJob, findCreditNote } from './store.ts'
import { creditNoteUrl, invoiceNumberOf, numberOf } from './view.ts'
import { CREDIT_NOTE_WORDS } from './words.ts'

interface Notice {
  readonly key: string
  readonly note: CreditNoteRow
  readonly client: ClientRow
  readonly team: Team
}

export async function notifyCreditNote(
  world: World,
  { payload: { credit_note_id: id }, last }: TaskOf<typeof creditNoteMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const note = await findCreditNote(tx, tx.owner, id)
    const key = `credit-note ${id}`
    if (note === undefined || (await wasNotified(tx, tx.owner, key))) return
    const client = await clientOf(tx, tx.owner, note)
    // Erased clients have no e-mail address.
    if (client.email === '') return
    await writeMail(world, tx, { key, note, client, team: await demandTeam(tx, tx.owner.teamId) })
  })
}

/** Sends a credit note again on request. */
export async function sendCreditNote(world: World, scope: Scope, id: string): Promise<Sending> {
  return transaction(world, scope, async (tx) => {
    const note = (await findCreditNote(tx, tx.owner, id)) ?? fail('credit_note_not_found')
    const client = await clientOf(tx, tx.owner, note)
    const to = demandEmail(client)
    const about = { topic: 'records', object: 'credit_note', objectId: note.id } as const
    record(tx, { ...about, before: null, after: { sent_by: 'email' } })
    const key = `credit-note ${tx.newId('message')}`
    const team = await demandTeam(tx, tx.owner.teamId)
    return { channel: 'email', to, mail_id: await writeMail(world, tx, { key, note, client, team }) }
  })
}

/** The mail, and its entry in the list of messages. */
async function writeMail(world: World, tx: Tx, { key, note, client, team }: Notice): Promise<string | null> {
  const facts = { ...factsOf(world, note, client, team), credit: await creditOfNote(tx, note) }
  const language = languageOf(team, client)
  const written = creditNoteLetter(facts, language, letterheadOf(world, team))
  const document = { type: 'credit_note', key: note.link_token } as const
  const mail = { key, to: client.email, ...written, document, about: note.invoice_id }
  const mailId = tx.owner.mode === 'live' ? await queueMail(tx, mail) : await keepMail(tx, mail)
  const about = { key, kind: 'credit_note_sent', invoiceId: note.invoice_id, quoteId: null } as const
  const { action } = CREDIT_NOTE_WORDS[language]
  const { greeting, closing } = salutation(facts, language)
  const end = closing === null ? [] : [closing]
  const text = [greeting, ...paragraphsOf(facts, language), `${action}:\n${facts.url}`, ...end].join('\n\n')
  await noteMail(tx, about, { to: client.email, text, mailId })
  return mailId
}

export interface CreditNoteFacts extends Addressed {
  readonly number: string
  readonly invoice: string
  readonly note: Effective
  readonly credit: readonly CreditOfNote[]
  readonly reason: string
  readonly url: string
  readonly isSimulated: boolean
}

function factsOf(
  world: World,
  note: CreditNoteRow,
  client: ClientRow,
  team: Team,
): Omit<CreditNoteFacts, 'credit'> {
  return {
    ...addressed(team, client),
    number: numberOf(note),
    invoice: invoiceNumberOf(note),
    note,
    reason: note.reason,
    url: creditNoteUrl(world, note.link_token),
    isSimulated: note.mode === 'test',
  }
}

export function creditNoteLetter(
  facts: CreditNoteFacts,
  language: TeamLanguage,
  sender: Letterhead,
): WrittenMail {
  const { teamName: team, number, invoice, note, url } = facts
  const words = CREDIT_NOTE_WORDS[language]
  const amount = moneyText(note.amount_cents, language)
  const subject = words.subject({ team, number, invoice, amount })
  const rows = [
    { label: words.number, value: number },
    { label: words.invoice, value: invoice },
    { label: words.amount, value: amount },
  ]
  const written = layoutMail({
    language,
    title: subject,
    preview: words.sentence({ team, number, invoice, amount }),
    ...salutation(facts, language),
    paragraphs: [...paragraphsOf(facts, language), words.attached],
    blocks: [{ kind: 'rows', title: DOCUMENT_WORDS[language].summary, rows }],
    action: { label: words.action, url },
    sender,
  })
  return { subject, ...written }
}

function paragraphsOf(facts: CreditNoteFacts, language: TeamLanguage): string[] {
  const { teamName: team, number, invoice, note, credit, reason, isSimulated } = facts
  const words = CREDIT_NOTE_WORDS[language]
  const { simulation } = DOCUMENT_WORDS[language]
  const amount = moneyText(note.amount_cents, language)
  return [
    ...(isSimulated ? [simulation] : []),
    words.sentence({ team, number, invoice, amount }),
    words.reason(reason),
    ...effectsOf(note, credit, pageWords(language)),
  ]
}
