// An invoice that does not exist, as the client of an agency would be shown it and told of it.

import { brCode } from '../../kernel/values/br-code.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import type { InvoiceDocument } from '../../render/document/document.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { pageWords } from '../../render/words/page-words.ts'
import { languageOf } from '../notifications/language-of.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { invoicePdfUrl, invoiceUrl } from './documents/links.ts'
import { invoiceMail } from './invoice-mail.ts'

const TOKEN = 'exemplo'
const NUMBER = '2026-000123'
const CLIENT = { name: 'Ana Clara Lima', document: 'CPF 529.982.247-25', email: 'ana@example.com' }
const LINES = [
  {
    cents: 1_840_00n,
    'pt-BR': 'Passagem São Paulo a Recife, ida e volta',
    en: 'Flight São Paulo to Recife, round trip',
  },
  { cents: 1_260_00n, 'pt-BR': 'Hotel em Boa Viagem, 4 noites', en: 'Hotel in Boa Viagem, 4 nights' },
] as const
const TOTAL_CENTS = LINES.reduce((sum, { cents }) => sum + cents, 0n)
const DUE_DAYS = 7

export function sampleInvoice(world: World, team: Team): InvoiceDocument {
  const language = languageOf(team)
  const words = pageWords(language)
  const issuedOn = dateIn(world.wall.now(), team.time_zone)
  const dueOn = words.date(issuedOn.add({ days: DUE_DAYS }))
  const total = words.money(TOTAL_CENTS)
  return {
    kind: 'invoice',
    language,
    title: words.invoice.title(NUMBER),
    team: letterheadOf(world, team),
    footer: team.invoice_footer,
    client: CLIENT,
    dates: [
      [words.document.issued, words.date(issuedOn)],
      [words.invoice.due, dueOn],
    ],
    lines: LINES.map(({ cents, [language]: description }) => {
      const price = words.money(cents)
      return { description, quantity: '1', unitPrice: price, total: price }
    }),
    sums: [],
    total,
    notes: null,
    url: invoiceUrl(world, TOKEN),
    pdfUrl: invoicePdfUrl(world, TOKEN),
    issuedOn,
    isSimulated: true,
    state: 'open',
    isDraft: false,
    paidSum: null,
    returnedSum: null,
    amountDue: total,
    lateSums: [],
    lateWords: null,
    dueOn,
    dueNote: null,
    payments: [],
    receipts: [],
    paidOn: null,
    pixCode: codeFor(team),
    boleto: null,
    withoutCode: null,
    instructions: team.payment_instructions,
    overpaid: null,
  }
}

/** In the agency's looks; the logo comes from wherever the preview is looked at. */
export function sampleMail(world: World, team: Team): string {
  const facts = {
    clientName: CLIENT.name,
    teamName: team.name,
    number: NUMBER,
    amountCents: TOTAL_CENTS,
    lateCents: 0n,
    paidCents: 0n,
    dueDate: dateIn(world.wall.now(), team.time_zone).add({ days: DUE_DAYS }),
    url: invoiceUrl(world, TOKEN),
    pixCode: codeFor(team),
    boletoLine: null,
    isSimulated: true,
    isTest: false,
  }
  return invoiceMail('sent', facts, languageOf(team), atHome(letterheadOf(world, team))).html
}

function atHome({ logo, ...head }: Letterhead): Letterhead {
  return { ...head, logo: logo && { ...logo, url: new URL(logo.url).pathname } }
}

function codeFor({ name, address }: Team): string {
  return brCode({
    key: 'exemplo@embarque.example',
    merchantName: name,
    city: address?.city ?? 'São Paulo',
    amountCents: TOTAL_CENTS,
    txid: 'EXEMPLO',
  })
}
