// Stores what a client is told with what caused it: to be handed to the messaging app after the commit, or to be read
// beside the mail that tells it.
import type { MessageKind } from '../../../contract/invoicing-states.ts'
import type { PhoneMessage } from '../../adapters/whatsapp/messenger.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import type { World } from '../world.ts'
import { insertMessage } from './message-store.ts'
import * as work from './work.ts'

/** What is told, and of what; a second message with the same key is never stored. */
export interface Told {
  readonly key: string
  readonly kind: MessageKind
  readonly invoiceId: string | null
  readonly quoteId: string | null
}

/** The digits that they are written to at; null where no messaging app reaches them. */
export function reachedAt({ messenger }: World, { owner }: Tx, phone: string | null): string | null {
  const isReached = owner.mode === 'test' || messenger.kind !== 'outbox'
  return phone === null || !isReached ? null : phoneDigits(phone)
}

export async function keepPhoneMessage(
  { messenger }: World,
  tx: Tx,
  told: Told,
  { id, message, text }: { id: string; message: PhoneMessage; text: string },
): Promise<void> {
  const isSent = tx.owner.mode === 'live' && messenger.kind !== 'outbox'
  await insertMessage(tx, {
    ...noted(tx, told),
    id,
    channel: 'whatsapp',
    to_address: message.to,
    text,
    template: JSON.stringify(message),
    mail_id: null,
    status: isSent ? 'waiting' : 'stored',
  })
  if (isSent) schedule(tx, work.sendMessage, { at: tx.now, key: id, payload: null })
}

/** What goes by mail alone is among the messages too. */
export async function noteMail(
  tx: Tx,
  told: Told,
  { to, text, mailId }: { to: string; text: string; mailId: string | null },
): Promise<void> {
  await insertMessage(tx, {
    ...noted(tx, told),
    id: tx.newId('message'),
    channel: 'email',
    to_address: to,
    text,
    template: null,
    mail_id: mailId,
    status: 'stored',
  })
}

function noted(tx: Tx, { key, kind, invoiceId, quoteId }: Told) {
  const whose = { team_id: tx.owner.teamId, mode: tx.owner.mode, created_at: tx.now }
  const about = { invoice_id: invoiceId, quote_id: quoteId }
  return { ...whose, ...about, key, kind, error: null, provider_id: null, sent_at: null }
}
