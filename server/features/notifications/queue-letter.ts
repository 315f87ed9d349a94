// Lays a letter to an agency out in its language, and stores it to be sent to where the agency is written to.
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { MailBlock } from '../../render/mail/mail-blocks.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import type { Team } from '../teams/team-store.ts'
import { languageOf } from './language-of.ts'
import { queueMail } from './queue-mail.ts'
import type { Letter } from './words/shapes.ts'

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
