// Operations on mails: what clients and the agency itself were written, as it was sent.
import { data } from '../answers.ts'
import { Mail, MailListItem, MailsQuery } from '../mails.ts'
import type { Operations } from '../operation.ts'
import { listAll, readOne } from '../resource-operations.ts'
import { mails } from '../resources.ts'

export const MAIL_OPERATIONS = {
  'mails.list': listAll(
    mails,
    MailsQuery,
    MailListItem,
    'List mails',
    'Newest first, without what they say.',
  ),
  'mails.read': readOne(mails, {
    summary: 'Read a mail',
    description: 'With its HTML and its text as they were sent. Mails are kept for `KEEP_MAILS_DAYS`.',
    answer: data(Mail),
  }),
} as const satisfies Operations
