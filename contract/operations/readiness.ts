// Operations of the go-live check.
import { data } from '../answers.ts'
import { MailListItem } from '../mails.ts'
import { TestMessage } from '../messages.ts'
import type { Operations } from '../operation.ts'
import { Readiness } from '../readiness.ts'

const path = '/api/v1/readiness'
const tag = 'Service'

const trying = { method: 'POST', access: 'team.manage', tag } as const

export const READINESS_OPERATIONS = {
  'readiness.read': {
    method: 'GET',
    path,
    access: 'team.read',
    tag,
    summary: 'What is missing before going live',
    description:
      'To a team what concerns it; `doctor` and the start in production tell the operator all of it.',
    answer: data(Readiness),
  },
  'readiness.sendMail': {
    ...trying,
    path: `${path}/mail`,
    summary: 'Send a test mail',
    description:
      "To the caller's own address, or to the team's where a key calls; one in a minute. What became of it is " +
      '`GET /api/v1/mails/:id`.',
    status: 201,
    answer: data(MailListItem),
  },
  'readiness.sendMessage': {
    ...trying,
    path: `${path}/message`,
    summary: 'Send a test message',
    description:
      "The reminder of a sample invoice, to the team's own WhatsApp number; one in a minute. It answers what the " +
      'messaging app said.',
    answer: data(TestMessage),
    errors: ['team_without_whatsapp'],
  },
} as const satisfies Operations
