// Stores a mail with the change that causes it, to be sent after the commit.
import { enqueue } from '../base/due-work.ts'
import type { Tx } from '../base/transaction.ts'
import { insertMail, setMailStored } from './mail-store.ts'

export interface MailContent {
  /** What the mail is about, within the team and mode: a second mail with the same key is never sent. */
  key: string
  to: string
  subject: string
  text: string
  html: string
}

/** The mail's id; null when there is a mail with this key already. */
export async function queueMail(
  tx: Tx,
  { key, to, subject, text, html }: MailContent,
): Promise<string | null> {
  const id = tx.newId('mail')
  const whose = { team_id: tx.teamId, mode: tx.mode, created_at: tx.now }
  if (!(await insertMail(tx, { id, key, to_address: to, subject, text, html, ...whose }))) return null
  enqueue(tx, 'send-mail', tx.now, null, id, tx.mode)
  return id
}

/** The same without sending it: for what is only to be read. */
export async function keepMail(
  tx: Tx,
  { key, to, subject, text, html }: MailContent,
): Promise<string | null> {
  const id = tx.newId('mail')
  const whose = { team_id: tx.teamId, mode: tx.mode, created_at: tx.now }
  if (!(await insertMail(tx, { id, key, to_address: to, subject, text, html, ...whose }))) return null
  await setMailStored(tx, id)
  return id
}
