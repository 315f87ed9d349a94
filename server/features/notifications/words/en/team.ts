// What an agency reads in English about its connections: banks, webhooks, the proof of its ledger, its mail.
import type { TeamWords } from '../shapes.ts'

const NOT_YOU =
  'If it was not your team, revoke the keys in use under Developer > Keys, undo the change under ' +
  'Settings > Banks and tell who runs the service.'

const bank = (provider: string, pixKey: string | null) =>
  pixKey === null ? provider : `${provider}, Pix key ${pixKey}`

export const TEAM: TeamWords = {
  provider: {
    connected: ({ provider, pixKey, when }) => ({
      subject: 'Bank connected to receive invoices',
      title: 'A bank was connected to your account',
      paragraphs: [
        `From now on this bank may receive what your clients pay for invoices: ${bank(provider, pixKey)}.`,
        `This was done on ${when}.`,
        NOT_YOU,
      ],
    }),
    disconnected: ({ provider, pixKey, when }) => ({
      subject: 'Bank disconnected',
      title: 'A bank was disconnected from your account',
      paragraphs: [
        `New invoices are not collected by this bank any more: ${bank(provider, pixKey)}.`,
        `This was done on ${when}.`,
        NOT_YOU,
      ],
    }),
  },
  emailChanged: ({ team, when }) => ({
    subject: 'The e-mail address of your agency was changed',
    title: 'The e-mail address of your agency was changed',
    paragraphs: [
      `The address at which the agency ${team} gets notices from Embarque was changed on ${when}. From now on they ` +
        'go to the new one.',
      'If it was not your team, revoke the keys in use under Developer > Keys, correct the address under ' +
        'Settings > Agency details, check the banks under Settings > Banks and tell who runs the service.',
    ],
  }),
  proof: ({ isTest, day, lines, balance, lastId }) => ({
    subject: `Proof of your ledger, ${day}`,
    title: 'Proof of your ledger',
    paragraphs: [
      `The ${isTest ? 'test ' : ''}wallet has ${lines} lines and a balance of ${balance}. ` +
        `Last line: ${lastId ?? 'none'}.`,
      'Keep this mail. With the code below anybody can check that no line up to here was changed, removed or ' +
        'moved: download the statement from GET /api/v1/wallet/statement and run ' +
        '"node sdk/verify-statement.mjs statement.txt CODE".',
    ],
  }),
  proofCode: 'Code of the proof',
  webhookOff: ({ failures, url, when, id }) => ({
    subject: 'Webhook deactivated after failures',
    title: 'Your webhook was deactivated',
    paragraphs: [
      `The last ${failures} deliveries to ${url} failed, and sending stopped on ${when}.`,
      'Nothing is lost: waiting deliveries go on when the webhook is active again, and events until then are ' +
        'kept and can be sent again.',
      `Fix the receiver, then reactivate it with PUT /api/v1/webhooks/${id} {"active": true}. What was ` +
        `answered is at GET /api/v1/webhooks/${id}/deliveries.`,
    ],
  }),
  bounced: ({ to, subject, reason }) => ({
    subject: `Mail not delivered: ${to}`,
    title: 'A mail did not reach your client',
    paragraphs: [
      `The mail "${subject}" to ${to} was returned by the server of its receiver.`,
      `The reason given: ${reason}`,
      "Check the address in the client's record, and tell them another way if it matters.",
    ],
  }),
  test: ({ team }) => ({
    subject: `Test mail · ${team}`,
    title: 'Mails are arriving',
    paragraphs: [
      `This is a test mail of the agency ${team}. As it has reached you, notices, invoices and tickets will too.`,
      'Check that it is not in the spam folder: if it is, ask whoever runs the domain to set up SPF, DKIM and DMARC.',
    ],
  }),
}
