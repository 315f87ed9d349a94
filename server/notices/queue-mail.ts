// Stores a mail with the change that causes it, to be sent after the commit.
import { enqueue } from '../base/due-work.ts'
import type { Tx } from '../base/transaction.ts'
import { insertMail } from './mail-store.ts'

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

export async function queueMail(tx: Tx, mail: MailContent): Promise<void> {
  const { key, to, subject, text, html, receiptOf } = mail
  const id = tx.newId('mail')
  const whose = { team_id: tx.teamId, mode: tx.mode, created_at: tx.now }
  if (
    !(await insertMail(tx, {
      id,
      key,
      to_address: to,
      subject,
      text,
      html,
      receipt_of: receiptOf ?? null,
      ...whose,
    }))
  )
    return
  enqueue(tx, 'send-mail', tx.now, null, id, tx.mode)
}
