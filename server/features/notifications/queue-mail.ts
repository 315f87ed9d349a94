// Queues mails in the transaction that causes them.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { MailBlock } from '../../render/mail/mail.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { ownerEmails } from '../people/person-store.ts'
import { alarmedEmails, demandTeam, type Team } from '../teams/store.ts'
import * as jobs from './jobs.ts'
import {
  findUnsent,
  followersOf,
  insertMail,
  type MailCategory,
  type MailRow,
  setMailStored,
} from './mail-store.ts'
import type { Letter } from './words.ts'

export interface WrittenMail {
  subject: string
  text: string
  html: string
}

/**
 * Before every subject of test mode. One language for all, because only the agency gets these mails and can filter by
 * it.
 */
const TEST_MARK = '[TESTE]'

export interface MailContent {
  /** Identifies the mail within team and mode: a second mail with the same key is never sent. */
  key: string
  /** `business` unless given. */
  category?: MailCategory | undefined
  to: string
  subject: string
  text: string
  html: string
  /** The booking whose receipt is attached. */
  receiptOf?: string | undefined
  /** The document that is attached as a PDF; a trip is named by its id, as it may have no link. */
  document?: { type: NonNullable<MailRow['document_type']>; key: string } | undefined
  /** The key of a mail that must be sent first, if it was not sent yet. */
  after?: string | undefined
  /** The booking or invoice that the mail is about. */
  about?: string | undefined
  /** A link in it grants access, so only its receiver may read it. */
  isSecret?: boolean | undefined
}

/** Returns the mail's id; null if there is a mail with this key already. */
export async function queueMail(tx: Tx, content: MailContent): Promise<string | null> {
  const follows = content.after === undefined ? null : await findUnsent(tx, tx.owner, content.after)
  const id = await storeMail(tx, content, follows)
  // A mail that follows another is scheduled by `letFollow` when the other is done.
  if (id !== null && follows === null) scheduleSending(tx, id)
  return id
}

/** Schedules the mails that waited for this one, which was sent or given up. */
export async function letFollow(tx: Tx, id: string): Promise<void> {
  for (const follower of await followersOf(tx, id)) scheduleSending(tx, follower)
}

function scheduleSending(tx: Tx, id: string): void {
  schedule(tx, jobs.sendMailJob, { at: tx.now, key: id, payload: null })
}

/** Stores a mail that is only to be read, without sending it. */
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
  const { key, category = 'business', text, html, after = null, document } = content
  const { receiptOf = null, about = null, isSecret = false } = content
  const isTest = tx.owner.mode === 'test'
  const to = isTest ? (await demandTeam(tx, tx.owner.teamId)).email : content.to
  const subject = isTest ? `${TEST_MARK} ${content.subject}` : content.subject
  const meant_for = to === content.to ? null : content.to
  const id = tx.newId('mail')
  const whose = { team_id: tx.owner.teamId, mode: tx.owner.mode, created_at: tx.now }
  const written = { subject, text, html, receipt_of: receiptOf, about_id: about, is_secret: isSecret }
  const attached = { document_type: document?.type ?? null, document_key: document?.key ?? null }
  const row = {
    ...attached,
    id,
    key,
    category,
    to_address: to,
    meant_for,
    follows,
    after,
    ...written,
    ...whose,
  }
  return (await insertMail(tx, row)) ? id : null
}

/**
 * The language of a mail: the client's own if known, else the agency's. People of an agency choose one in their
 * account.
 */
interface Addressee {
  readonly id: string
  readonly language?: TeamLanguage | null
}

export function languageOf({ language }: Pick<Team, 'language'>, client?: Addressee): TeamLanguage {
  return client?.language ?? language
}

interface ToAgency {
  readonly key: string
  readonly category?: MailCategory
  readonly letter: Letter
  /** If not the agency's own address. */
  readonly to?: string
  readonly blocks?: readonly MailBlock[]
  /** The booking, invoice or quote that the letter is about. */
  readonly about?: string
}

/**
 * Lays a letter to the agency out in its language and queues it. Returns the mail's id; null if the key exists already.
 */
export async function queueLetter(
  tx: Tx,
  team: Team,
  { key, category, letter: { subject, title, paragraphs }, to = team.email, blocks, about }: ToAgency,
): Promise<string | null> {
  const written = layoutMail({ language: languageOf(team), title, paragraphs, blocks })
  return queueMail(tx, { key, category, to, subject, about, ...written })
}

interface Alarm {
  readonly key: string
  readonly category: 'provider' | 'team'
  readonly letter: Letter
  /** Further receivers. */
  readonly also?: readonly string[]
  /** An address that gets no mail. */
  readonly but?: string
}

export async function queueAlarm(
  tx: Tx,
  team: Team,
  { key, category, letter, also = [], but }: Alarm,
): Promise<void> {
  const others =
    tx.owner.mode === 'live'
      ? [...also, ...alarmedEmails(team.former_emails, tx.now), ...(await ownerEmails(tx, team.id))]
      : []
  const addresses = new Map([team.email, ...others].map((address) => [address.toLowerCase(), address]))
  if (but !== undefined) addresses.delete(but.toLowerCase())
  for (const [n, to] of [...addresses.values()].entries())
    await queueLetter(tx, team, { key: n === 0 ? key : `${key} ${n + 1}`, category, letter, to })
}
