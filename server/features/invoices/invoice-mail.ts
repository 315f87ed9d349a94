// The mail about an invoice: what it says, what is to be paid and by which codes, in the looks of its agency.
import type { InvoiceMessageKind } from '../../../contract/invoicing-states.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import type { WrittenMail } from '../bookings/booking-mail.ts'
import { invoiceBlocks, type MessageFacts, messageTexts } from '../notifications/message-texts.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'

/** A draft has no paper yet. */
export function hasPaper(kind: InvoiceMessageKind): boolean {
  return kind !== 'created'
}

export function invoiceMail(
  kind: InvoiceMessageKind,
  facts: MessageFacts,
  language: TeamLanguage,
  sender: Letterhead,
): WrittenMail {
  const { subject, paragraphs, action } = messageTexts(kind, facts, language)
  const { attached, attachedPaid } = MAIL_WORDS[language].invoice
  const enclosed = hasPaper(kind) ? [kind === 'paid' ? attachedPaid : attached] : []
  const written = layoutMail({
    language,
    title: subject,
    preview: paragraphs.at(-1),
    paragraphs: [...paragraphs, ...enclosed],
    blocks: invoiceBlocks(kind, facts, language),
    action: { label: action, url: facts.url },
    sender,
  })
  return { subject, ...written }
}
