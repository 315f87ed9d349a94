// The simulated bank: its codes are well-formed, and no money moves. It stores nothing, as paying is a
// sandbox operation, and makes no network call, so it may be called inside a transaction.
import { createHash } from 'node:crypto'
import { simulated } from '../../../../contract/banks/simulated.ts'
import { boletoBarcode, digitableLine } from '../../../kernel/values/boleto.ts'
import { brCode } from '../../../kernel/values/br-code.ts'
import { BANK_ZONE, dateIn } from '../../../kernel/values/dates.ts'
import {
  type Bank,
  type ChargeOrder,
  declareBank,
  type Instructions,
  type Outcome,
  type Received,
  type Rejected,
} from '../port.ts'

/** No real bank has this number. */
export const BOLETO_BANK = { code: '999', name: 'Banco Simulado' } as const

const PIX_KEY = '00000000-0000-4000-8000-000000000000'
/** Lets integrators see a failing refund. */
const REFUSED_REFUND_CENTS = 13n
const REFUSED = 'the simulated bank gives any amount back but 0.13'
/** Such a code has room for 25 characters; the first of our 26 is a constant part of the time. */
const STATIC_TXID_LENGTH = 25

export const simulatedBank = declareBank({
  ...simulated,
  title: 'Simulated bank',
  methods: ['pix', 'boleto', 'card', 'pix_automatic'],
  isOffline: true,
  // Refused for live keys in production: its payments are not real money.
  refusal: ({ mode, isProduction }) =>
    mode === 'live' && isProduction ? 'in production the simulated bank serves test keys only' : null,
  faults: () => [],
  shown: () => ({}),
  addresses: [],
  pixKey: () => null,
  connect: () => bank,
})

const NO_BOOKS: Rejected = {
  outcome: 'rejected',
  reason: 'the simulated bank keeps no books',
  cause: 'absent',
}

const NOTHING_CAME: Outcome<Received> = {
  outcome: 'confirmed',
  value: { payments: [], unreadable: [] },
}

const bank: Bank = {
  open: async (order) => ({ outcome: 'confirmed', value: instructionsFor(order) }),
  read: async () => NO_BOOKS,
  withdraw: async () => NO_BOOKS,
  received: async () => NOTHING_CAME,
  returned: async () => NOTHING_CAME,
  refund: async (_paymentId, _refundId, amountCents) => ({
    outcome: 'confirmed',
    value: amountCents === REFUSED_REFUND_CENTS ? { status: 'failed', reason: REFUSED } : { status: 'done' },
  }),
  readCallback: () => null,
  // Payers accept, refuse and cancel by operations of the sandbox, and are debited by its clock.
  mandates: {
    takesRetries: true,
    create: async (order) => ({
      outcome: 'confirmed',
      value: {
        id: `SIM${order.contract}`,
        status: 'created',
        ending: null,
        copyPaste: simulatedCode(order.first),
      },
    }),
    read: async () => NO_BOOKS,
    cancel: async () => NO_BOOKS,
    charge: async ({ mandate }) => ({ outcome: 'confirmed', value: { bankReference: mandate } }),
    retry: async () => ({ outcome: 'confirmed', value: { status: 'open', payments: [] } }),
  },
  register: async () => ({ outcome: 'confirmed', value: { callbacks: false } }),
  close: async () => {},
}

function simulatedCode({ txid, amountCents, receiver }: ChargeOrder): string {
  const code = { key: PIX_KEY, merchantName: receiver.name, city: receiver.city, amountCents }
  return brCode({ ...code, txid: txid.slice(-STATIC_TXID_LENGTH) })
}

function instructionsFor(order: ChargeOrder): Instructions {
  const { txid, amountCents, expiresAt } = order
  // A test page of ours takes the card: only the service knows its address.
  if (order.method === 'card') return { method: 'card', pageUrl: '' }
  if (order.method === 'pix') return { method: 'pix', copyPaste: simulatedCode(order) }
  const dueDate = order.dueDate ?? dateIn(expiresAt, BANK_ZONE)
  const freeField = freeFieldOf(txid)
  const barcode = boletoBarcode({ bank: BOLETO_BANK.code, dueDate, amountCents, freeField })
  return { method: 'boleto', barcode, digitableLine: digitableLine(barcode) }
}

/** 25 digits that name the charge. */
function freeFieldOf(txid: string): string {
  const number = BigInt(`0x${createHash('sha256').update(txid).digest('hex')}`)
  return String(number % 10n ** 25n).padStart(25, '0')
}
