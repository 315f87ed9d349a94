// Stores a mail with the change that causes it, to be sent after the commit. In test mode nobody but the team itself is
// written to: a sandbox must not send mails to strangers.
import { schedule } from '../outbox/schedule.ts'
import type { Tx } from '../outbox/transaction.ts'
import { demandTeam } from '../teams/team-store.ts'
import { insertMail, setMailStored } from './mail-store.ts'
import * as work from './work.ts'

/** Before every subject of test mode, in one language: whoever the mail is for, the agency gets it and can sort by it. */
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
}

/** The mail's id; null when there is a mail with this key already. */
export async function queueMail(tx: Tx, content: MailContent): Promise<string | null> {
  const id = await storeMail(tx, content)
  if (id !== null) schedule(tx, work.sendMail, { at: tx.now, key: id, payload: null })
  return id
}

/** The same without sending it: for what is only to be read. */
export async function keepMail(tx: Tx, content: MailContent): Promise<string | null> {
  const id = await storeMail(tx, content)
  if (id !== null) await setMailStored(tx, id)
  return id
}

async function storeMail(tx: Tx, content: MailContent): Promise<string | null> {
  const { key, text, html, receiptOf = null } = content
  const isTest = tx.owner.mode === 'test'
  const to = isTest ? (await demandTeam(tx, tx.owner.teamId)).email : content.to
  const subject = isTest ? `${TEST_MARK} ${content.subject}` : content.subject
  const meant_for = to === content.to ? null : content.to
  const id = tx.newId('mail')
  const whose = { team_id: tx.owner.teamId, mode: tx.owner.mode, created_at: tx.now }
  const row = { id, key, to_address: to, subject, text, html, receipt_of: receiptOf, meant_for, ...whose }
  return (await insertMail(tx, row)) ? id : null
}
