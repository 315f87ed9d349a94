// The SQL that empties the mails to an erased person, and about what is theirs.
import { emptying } from './emptying.ts'
import { IS_WARNING } from './warnings.ts'

const emptyMails = (which: string) =>
  emptying(`
    update mails set to_address = '', meant_for = null, subject = $4, text = '', html = '', receipt_of = null,
      paper = null, error = null, bounced_at = null,
      status = case when status = 'sent' or bounced_at is not null then 'sent' else 'stored' end
    where id = any(array(
      select id from mails where team_id = $1 and mode = $2 and to_address <> '' and (${which}) limit $5))
    returning id`)

/** Empties the mails with these keys; those that wait are not sent any more. */
export const eraseMails = emptyMails('key = any($3)')

/** The same for those about these bookings, invoices and quotes, wherever they went. */
export const eraseMailsAbout = emptyMails('about_id = any($3)')

/** The same for those with these ids. */
export const eraseMailsById = emptyMails('id = any($3)')

/**
 * The same for all to or for these addresses; but for what somebody of the agency is warned by, of whom a thief could
 * make a client for a moment.
 */
export const eraseMailsTo = emptyMails(
  `(lower(to_address) = any($3) or lower(meant_for) = any($3)) and not ${IS_WARNING}`,
)
