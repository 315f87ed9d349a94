// Stores a mail with the change that causes it, to be sent after the commit. In test mode nobody but the team itself is
// written to: a sandbox must not send mails to strangers.
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { demandTeam } from '../teams/team-store.ts'
import { findUnsent, followersOf, insertMail, setMailStored } from './mail-store.ts'
import * as work from './work.ts'

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
  schedule(tx, work.sendMail, { at: tx.now, key: id, payload: null })
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
