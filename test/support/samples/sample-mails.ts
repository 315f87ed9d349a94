// Every mail as it is sent.
import { type InvoiceMessageKind, MESSAGE_KINDS } from '../../../contract/invoicing-states.ts'
import { PRODUCT_TEXTS } from '../../../contract/message-texts.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { bookingMail } from '../../../server/features/bookings/mail.ts'
import { creditNoteLetter } from '../../../server/features/credit-notes/notify.ts'
import { invoiceMail } from '../../../server/features/invoices/notify.ts'
import { newsMail } from '../../../server/features/news/news.ts'
import type { WrittenMail } from '../../../server/features/notifications/queue-mail.ts'
import { type Letter, TEAM_WORDS } from '../../../server/features/notifications/words.ts'
import { ACCOUNT_WORDS, INVITATION_WORDS, PERSON_WORDS } from '../../../server/features/people/words.ts'
import { quoteLetter } from '../../../server/features/quotes/notify.ts'
import { tripLetter } from '../../../server/features/trip-documents/notify.ts'
import type { Letterhead } from '../../../server/render/letterhead.ts'
import { layoutMail } from '../../../server/render/mail/mail.ts'
import { sampleRoundTrip } from './sample-trip.ts'

const AGENCY = 'Aurora Viagens'
const URL = 'https://viagens.example/i/k3PZ9'
const CODE =
  '00020101021226820014br.gov.bcb.pix2560qr.banco.example/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865406' +
  '3100.005802BR5914AURORA VIAGENS6009SAO PAULO62070503***6304A1B2'
const LETTERHEAD: Letterhead = {
  name: AGENCY,
  lines: [
    'Aurora Viagens e Turismo Ltda. · CNPJ 12.345.678/0001-95',
    'Avenida Paulista, 1000 · São Paulo SP',
    'WhatsApp (11) 98888-7777',
  ],
  logo: null,
  colours: { back: '#0a6e5c', text: '#ffffff' },
}
const ADDRESSED = {
  clientName: 'Ana Clara Lima',
  firstName: 'Ana',
  teamName: AGENCY,
  texts: PRODUCT_TEXTS,
}
const INVOICE = {
  ...ADDRESSED,
  number: '2026-000123',
  amountCents: 3_100_00n,
  lateCents: 0n,
  early: null,
  debitOn: null,
  receivedCents: 3_100_00n,
  paidCents: 3_100_00n,
  refund: { amountCents: 100_00n, isSettled: true },
  isClosed: false,
  dueDate: Temporal.PlainDate.from('2026-11-23'),
  url: URL,
  codes: [
    { method: 'pix', code: CODE },
    { method: 'boleto', code: '23793.38128 60007.827136 95000.063305 9 12340000310000' },
  ] as const,
  isSimulated: false,
  isTest: false,
}
const BOOKING = {
  bookingReference: 'K7QX2M',
  bookingId: 'ord_0199f2a4c6d87b3e9a1f',
  agencyName: AGENCY,
  addressed: ADDRESSED,
  letterhead: LETTERHEAD,
  clientName: 'Ana Clara Lima',
  slices: sampleRoundTrip(),
  passengers: [
    { name: 'Ana Clara Lima', type: 'adult' as const, ticket: '0472401234567' },
    { name: 'Bia Lima', type: 'infant_without_seat' as const, ticket: null },
  ],
  clientAmountCents: 1_234_567n,
  deadline: { at: new Date('2027-02-10T21:00:00Z'), zone: 'America/Sao_Paulo' },
  refund: { amountCents: 98_765n },
  holds: true,
}
const RETURNED = {
  to: 'ana@cliente.example',
  subject: 'Sua fatura 2026-000123',
  reason: '550 5.1.1 User unknown',
}
const NOTICES = ['created', 'ticketed', 'reminder', 'cancelled', 'changed', 'cancelled_by_carrier'] as const
const NEWS = [
  'quote_accepted',
  'quote_declined',
  'invoice_paid',
  'invoice_part_paid',
  'invoice_overdue',
  'payment_returned',
  'payment_disputed',
  'mandate_ended',
  'debit_failed',
  'booking_failed',
] as const

/** By their names in docs/mails.md. */
export function sampleMails(language: TeamLanguage): Map<string, WrittenMail> {
  return new Map([
    ...bookings(language),
    ...MESSAGE_KINDS.filter(
      (kind) => kind !== 'quote_sent' && kind !== 'trip_shared' && kind !== 'credit_note_sent',
    ).map((kind) => [`invoice ${kind}`, invoice(kind, language)] as const),
    ['credit note sent', creditNote(language)] as const,
    ['quote sent', quote(language)] as const,
    ['trip shared', trip(language)] as const,
    ...NEWS.map((kind) => [`news ${kind}`, news([kind], language)] as const),
    ['news of several', news(NEWS, language)] as const,
    ...toTeam(language),
    ...toPeople(language),
  ])
}

function bookings(language: TeamLanguage): [string, WrittenMail][] {
  const readers = ['client', 'agency'] as const
  return readers.flatMap((to): [string, WrittenMail][] => [
    ...(to === 'client' ? ([...NOTICES, 'failed'] as const) : NOTICES).map(
      (notice): [string, WrittenMail] => [
        `booking ${notice}, ${to}`,
        bookingMail(notice, to, language, BOOKING),
      ],
    ),
    [
      `booking ticketed at once, ${to}`,
      bookingMail('ticketed', to, language, { ...BOOKING, holds: false, isFirst: true }),
    ],
  ])
}

function invoice(kind: InvoiceMessageKind, language: TeamLanguage): WrittenMail {
  const isPaid = kind === 'paid'
  const late = kind === 'overdue' ? { lateCents: 65_00n, amountCents: 3_165_00n } : {}
  const isClosed = isPaid || kind === 'refunded'
  const codes = isClosed ? [] : INVOICE.codes
  return invoiceMail(kind, { ...INVOICE, ...late, codes, isClosed }, language, LETTERHEAD)
}

function creditNote(language: TeamLanguage): WrittenMail {
  const facts = {
    ...ADDRESSED,
    number: '2026-000007',
    invoice: INVOICE.number,
    note: {
      amount_cents: 900_00n,
      excess: 'credit' as const,
      excess_cents: 600_00n,
    },
    credit: [
      {
        type: 'credit_note' as const,
        cents: 600_00n,
        covering_cents: 0n,
        expires_on: '2027-11-30',
      },
    ],
    reason: 'Hospedagem cancelada',
    isSimulated: false,
  }
  return creditNoteLetter({ ...facts, url: 'https://viagens.example/nc/k3PZ9' }, language, LETTERHEAD)
}

function quote(language: TeamLanguage): WrittenMail {
  const facts = {
    ...ADDRESSED,
    number: '2026-000045',
    totalsCents: [3_100_00n] as const,
    validUntil: '2026-11-30',
    isSimulated: false,
    isTest: false,
  }
  return quoteLetter({ ...facts, url: 'https://viagens.example/q/k3PZ9' }, language, LETTERHEAD)
}

function trip(language: TeamLanguage): WrittenMail {
  const facts = {
    ...ADDRESSED,
    title: 'Natal em Lisboa',
    number: '2026-000012',
    dates: language === 'en' ? '20 Dec 2026 to 3 Jan 2027' : '20/12/2026 a 03/01/2027',
    isSimulated: false,
    isTest: false,
  }
  return tripLetter({ ...facts, url: 'https://viagens.example/viagem/k3PZ9' }, language, LETTERHEAD)
}

function news(kinds: readonly (typeof NEWS)[number][], language: TeamLanguage): WrittenMail {
  const facts = {
    client: 'Ana Clara Lima',
    number: '2026-000123',
    amount: language === 'en' ? 'BRL 3,100.00' : 'R$ 3.100,00',
    left: language === 'en' ? 'BRL 100.00' : 'R$ 100,00',
    due: language === 'en' ? '23 Nov 2026' : '23/11/2026',
    reason: 'vou viajar em outra data',
    by: 'Ana Lima',
    uncovered: '',
  }
  const news = {
    aboutId: '1',
    facts,
    at: new Date('2026-11-16T14:15:00Z'),
    path: '/faturas/1',
    isSimulated: false,
  }
  const team = { name: AGENCY, language, time_zone: 'America/Sao_Paulo' }
  const reader = { url: 'https://viagens.example', team, isTest: false }
  return newsMail(
    kinds.map((kind) => ({ kind, ...news })),
    reader,
  )
}

function toTeam(language: TeamLanguage): [string, WrittenMail][] {
  const { provider, emailChanged, proof, webhookOff, bounced, test } = TEAM_WORDS[language]
  const when = language === 'en' ? '16 Nov, 11:15' : '16/11, 11:15'
  const bank = { provider: 'efi', pixKey: 'aurora@viagens.example', when }
  const head = { isTest: false, day: when.slice(0, 5), lines: '1204', balance: 'R$ 10,00', lastId: 'txn_1' }
  const url = 'https://receptor.example/eventos'
  return [
    ['bank connected', laidOut(provider.connected(bank), language)],
    ['bank disconnected', laidOut(provider.disconnected(bank), language)],
    ['agency address changed', laidOut(emailChanged({ team: AGENCY, when }), language)],
    ['proof of the ledger', laidOut(proof(head), language)],
    ['webhook switched off', laidOut(webhookOff({ failures: 6, url, when }), language)],
    ['mail not delivered', laidOut(bounced(RETURNED), language)],
    ['test', laidOut(test({ team: AGENCY }), language)],
  ]
}

function toPeople(language: TeamLanguage): [string, WrittenMail][] {
  const account = ACCOUNT_WORDS[language]
  const person = PERSON_WORDS[language]
  const invitation = INVITATION_WORDS[language]
  const link = 'https://viagens.example/painel/convite#oculto'
  const facts = { team: AGENCY, inviter: 'Rosa Prado', role: 'agent', days: 7 } as const
  return [
    ['invitation', laidOut(invitation(facts), language, link)],
    ...Object.entries(account).map(([name, { subject, paragraphs, action }]): [string, WrittenMail] => [
      `account ${name}`,
      laidOut({ subject, title: subject, paragraphs, ...(action && { action }) }, language, link),
    ]),
    ...Object.entries(person.letters).map(([name, { subject, did }]): [string, WrittenMail] => [
      `person ${name}`,
      laidOut({ subject, title: subject, paragraphs: [did, person.alarm] }, language),
    ]),
  ]
}

function laidOut(letter: Letter & { action?: string }, language: TeamLanguage, url = ''): WrittenMail {
  const { subject, title, paragraphs, action: label } = letter
  const action = label === undefined ? undefined : { label, url }
  return { subject, ...layoutMail({ language, title, paragraphs, action }) }
}
