// Operations on mails: what clients and the agency itself were written, as it was sent.
import { data, page } from '../answers.ts'
import { Mail, MailListItem, MailPageQuery, MailsQuery } from '../mails.ts'
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
  'mails.html': {
    ...readOne(mails, {
      summary: 'Look at a mail',
      description:
        'Its HTML as a page of its own, which runs nothing: for a frame. People who are signed in may say in the ' +
        'query of which team and mode it is.',
      query: MailPageQuery,
      answer: page,
    }),
    path: `${mails.path}/:id.html`,
  },
} as const satisfies Operations
