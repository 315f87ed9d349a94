// A sample invoice and a sample quote as their client sees them.
import type {
  DocumentOption,
  InvoiceDocument,
  QuoteDocument,
} from '../../../server/render/document/document.ts'
import type { Letterhead } from '../../../server/render/letterhead.ts'

export const AGENCY: Letterhead = {
  name: 'Agência Sol',
  lines: [
    'Sol Turismo Ltda. · CNPJ 12.345.678/0001-95',
    'Rua A, 7 · Recife/PE · CEP 50030-000',
    'a@sol.example',
  ],
  logo: { url: 'https://agencia.example/logos/a-512.png', width: 400, height: 100 },
  colours: { back: '#0a6e5c', text: '#ffffff' },
}

const COMMON = {
  language: 'pt-BR',
  team: AGENCY,
  footer: 'Volte sempre.',
  client: { name: 'Ana Souza', document: 'CPF 529.982.247-25', email: 'ana@example.com' },
  dates: [
    ['Emissão', '15/11/2026'],
    ['Vencimento', '20/11/2026'],
  ],
  lines: [{ description: 'Pacote', quantity: '1', unitPrice: 'R$ 150,00', total: 'R$ 150,00' }],
  sums: [],
  total: 'R$ 150,00',
  notes: null,
  url: 'https://example.com/i/x',
  pdfUrl: 'https://example.com/i/x/pdf',
  issuedOn: Temporal.PlainDate.from('2026-11-15'),
  isSimulated: false,
} satisfies Partial<QuoteDocument>

export function sampleInvoice(changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    ...COMMON,
    kind: 'invoice',
    title: 'Fatura 2026-000123',
    state: 'open',
    isDraft: false,
    paidSum: null,
    returnedSum: null,
    totalChanges: [],
    adjustedTotal: COMMON.total,
    nothingLeft: null,
    amountDue: 'R$ 150,00',
    earlySums: [],
    lateSums: [],
    lateWords: null,
    dueOn: '20/11/2026',
    dueNote: null,
    payments: [],
    receipts: [],
    paidOn: null,
    ways: [],
    mandate: null,
    withoutCode: null,
    instructions: 'Banco 001\nConta 1-2',
    overpaid: null,
    ...changes,
  }
}

export function sampleQuote(changes: Partial<QuoteDocument> = {}): QuoteDocument {
  const { lines, sums, total } = COMMON
  return {
    ...COMMON,
    kind: 'quote',
    title: 'Orçamento',
    state: 'waiting',
    validUntil: null,
    validity: null,
    lowest: total,
    options: [{ id: '', title: '', lines, sums, total, trip: null, isChosen: false }],
    response: null,
    isByAgency: false,
    declineReason: null,
    invoiceUrl: null,
    ...changes,
  }
}

/** A return trip, as a quote offers it. */
export function sampleOption(changes: Partial<DocumentOption> = {}): DocumentOption {
  const end = { time: '08:10', code: 'GRU', city: 'São Paulo' }
  const leg = { departs: end, later: null, about: 'LA 8084 · direto' }
  const arrives = { time: '23:05', code: 'LIS', city: 'Lisboa' }
  return {
    id: 'opt_1',
    title: 'Opção 1',
    lines: [{ description: 'Passagens', quantity: '1', unitPrice: 'R$ 150,00', total: 'R$ 150,00' }],
    sums: [],
    total: 'R$ 150,00',
    trip: {
      head: 'LATAM · Standard',
      legs: [
        { ...leg, name: 'Ida', day: 'dom., 20/12/2026', arrives },
        { ...leg, name: 'Volta', day: 'seg., 04/01/2027', departs: arrives, arrives: end, later: '+1 dia' },
      ],
      facts: ['1 bagagem de mão', 'Remarcação não permitida'],
    },
    isChosen: false,
    ...changes,
  }
}
