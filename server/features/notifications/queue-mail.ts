// Queues mails in the transaction that causes them.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { MailBlock } from '../../render/mail/mail.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { ownerEmails } from '../people/person-store.ts'
import { demandTeam, type Team, toldEmails } from '../teams/store.ts'
import * as jobs from './jobs.ts'
import { findUnsent, followersOf, insertMail, setMailStored } from './mail-store.ts'
import type { Letter } from './words.ts'

// Stores a mail with the change that causes it, to be sent after the commit. In test mode nobody but the team itself is
// written to: a sandbox must not send mails to strangers.

export interface WrittenMail {
  subject: string
  text: string
  html: string
}

/**
 * Before every subject of test mode, in one language: whoever the mail is for, the agency gets it and can sort by
 * it.
 */
const TEST_MARK = '[TESTE]'

export interface MailContent {
  /** What the mail is about, within the team and mode: a second mail with the same key is never sent. */
  key: string
  to: string
  subject: string
  text: string
  html: string
  /** The booking whose receipt goes with it. */
  receiptOf?: string | undefined
  /** The invoice or quote whose PDF goes with it. */
  paper?: { of: 'invoice' | 'quote'; token: string } | undefined
  /** The key of the mail that must go out before it, if that has not yet. */
  after?: string | undefined
  /** The booking or the invoice that it tells of. */
  about?: string | undefined
  /** It lets in whoever opens a link in it: nobody of the team may read it besides its receiver. */
  isSecret?: boolean | undefined
}

/** The mail's id; null when there is a mail with this key already. */
export async function queueMail(tx: Tx, content: MailContent): Promise<string | null> {
  const follows = content.after === undefined ? null : await findUnsent(tx, tx.owner, content.after)
  const id = await storeMail(tx, content, follows)
  // One that follows another is sent by whoever ends that.
  if (id !== null && follows === null) scheduleSending(tx, id)
  return id
}

/** Sends those that waited for this one, which has gone out or never will. */
export async function letFollow(tx: Tx, id: string): Promise<void> {
  for (const follower of await followersOf(tx, id)) scheduleSending(tx, follower)
}

function scheduleSending(tx: Tx, id: string): void {
  schedule(tx, jobs.sendMailJob, { at: tx.now, key: id, payload: null })
}

/** The same without sending it: for what is only to be read. */
export async function keepMail(tx: Tx, content: MailContent): Promise<string | null> {
  const id = await storeMail(tx, content)
  if (id !== null) await setMailStored(tx, id)
  return id
}

async function storeMail(
  tx: Tx,
  content: MailContent,
  follows: string | null = null,
): Promise<string | null> {
  const { key, text, html, receiptOf = null, about = null, isSecret = false, after = null, paper } = content
  const isTest = tx.owner.mode === 'test'
  const to = isTest ? (await demandTeam(tx, tx.owner.teamId)).email : content.to
  const subject = isTest ? `${TEST_MARK} ${content.subject}` : content.subject
  const meant_for = to === content.to ? null : content.to
  const id = tx.newId('mail')
  const whose = { team_id: tx.owner.teamId, mode: tx.owner.mode, created_at: tx.now }
  const written = { subject, text, html, receipt_of: receiptOf, about_id: about, is_secret: isSecret }
  const attached = paper === undefined ? null : `${paper.of} ${paper.token}`
  const row = { paper: attached, id, key, to_address: to, meant_for, follows, after, ...written, ...whose }
  return (await insertMail(tx, row)) ? id : null
}

// The one place that says in which language somebody is written to: a client in their own, if it is known, and whoever
// else in the agency's. People of an agency have a language of their own account.

interface Addressee {
  readonly id: string
  readonly language?: TeamLanguage | null
}

export function languageOf({ language }: Pick<Team, 'language'>, client?: Addressee): TeamLanguage {
  return client?.language ?? language
}

// Lays a letter to an agency out in its language, and stores it to be sent to where the agency is written to.

interface ToAgency {
  readonly key: string
  readonly letter: Letter
  /** If not to the agency's own address. */
  readonly to?: string
  readonly blocks?: readonly MailBlock[]
  /** The booking, invoice or quote that it tells of. */
  readonly about?: string
}

/** The mail's id; null when there is a mail with this key already. */
export async function queueLetter(
  tx: Tx,
  team: Team,
  { key, letter: { subject, title, paragraphs }, to = team.email, blocks, about }: ToAgency,
): Promise<string | null> {
  const written = layoutMail({ language: languageOf(team), title, paragraphs, blocks })
  return queueMail(tx, { key, to, subject, about, ...written })
}

// Stores a letter that a thief would rather not have sent: to the agency, to the addresses that it had of late and to
// its owners, so that whoever changes one of them is seen at the others. A sandbox has nothing that is worth it.

interface Alarm {
  readonly key: string
  readonly letter: Letter
  /** Who else hears of it. */
  readonly also?: readonly string[]
  /** Who does not. */
  readonly but?: string
}

export async function queueAlarm(tx: Tx, team: Team, { key, letter, also = [], but }: Alarm): Promise<void> {
  const others =
    tx.owner.mode === 'live'
      ? [...also, ...toldEmails(team.former_emails, tx.now), ...(await ownerEmails(tx, team.id))]
      : []
  const addresses = new Map([team.email, ...others].map((address) => [address.toLowerCase(), address]))
  if (but !== undefined) addresses.delete(but.toLowerCase())
  for (const [n, to] of [...addresses.values()].entries())
    await queueLetter(tx, team, { key: n === 0 ? key : `${key} ${n + 1}`, letter, to })
}
