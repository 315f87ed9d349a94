// A Pix key without a bank's API. Its codes are static, with an amount and an identifier, and are made here: no bank
// knows of them, so the agency confirms what it received.
import { pixKey } from '../../../../contract/banks/pix-key.ts'
import { brCode } from '../../../kernel/values/br-code.ts'
import { readPixKey } from '../../../kernel/values/pix-key.ts'
import {
  type Bank,
  type ChargeOrder,
  declareBank,
  type Instructions,
  type Outcome,
  type Received,
  type Rejected,
} from '../port.ts'

export const pixKeyBank = declareBank({
  ...pixKey,
  title: 'Pix key',
  methods: ['pix_key'],
  isOffline: true,
  refusal: () => null,
  faults: ({ pix_key }) =>
    readPixKey(pix_key) === null
      ? [{ field: 'pix_key', issue: 'must be a CPF, a CNPJ, an e-mail, a phone with +55, or a random key' }]
      : [],
  shown: ({ pix_key }) => ({ pix_key: readPixKey(pix_key) }),
  addresses: [],
  pixKey: ({ pix_key }) => pix_key ?? null,
  connect: ({ pix_key }) => makeBank(readPixKey(pix_key) ?? pix_key),
})

/** The characters of a charge's txid that differ most, short enough to be compared by eye. */
const IDENTIFIER_LENGTH = 10

/** The identifier that the payer's bank and the receiver's statement show. */
export function identifierOf(txid: string): string {
  return txid.slice(-IDENTIFIER_LENGTH).toUpperCase()
}

const NO_BOOKS: Rejected = { outcome: 'rejected', reason: 'a Pix key keeps no books', cause: 'absent' }

function makeBank(key: string): Bank {
  const nothing = async (): Promise<Outcome<Received>> => ({
    outcome: 'confirmed',
    value: { payments: [], unreadable: [] },
  })
  return {
    open: async (order) => ({ outcome: 'confirmed', value: instructionsFor(key, order) }),
    read: async () => NO_BOOKS,
    withdraw: async () => NO_BOOKS,
    received: nothing,
    returned: nothing,
    refund: async () => ({ outcome: 'rejected', reason: 'the agency gives money of its key back itself' }),
    readCallback: () => null,
    register: async () => ({ outcome: 'confirmed', value: { callbacks: false } }),
    close: async () => {},
  }
}

function instructionsFor(key: string, { txid, amountCents, receiver }: ChargeOrder): Instructions {
  const { name: merchantName, city } = receiver
  const code = brCode({ key, merchantName, city, amountCents, txid: identifierOf(txid) })
  return { method: 'pix_key', copyPaste: code }
}
