// Invariants of credit: entries add up, and match invoices, credit notes and receipts.
import { mustSucceed } from '../agency.ts'
import { acknowledged } from '../writes.ts'
import { centsOfNumber } from './arithmetic.ts'
import type { Invariant, InvariantInput } from './input.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape
type Item = any

const entriesOf = ({ list }: InvariantInput, clientId: string): Promise<Item[]> =>
  list(`/api/v1/clients/${clientId}/credit`)

const USE_TYPES = new Set(['used', 'given_back'])

const sum = (items: readonly Item[]): bigint =>
  items.reduce((total, { amount }) => total + centsOfNumber(amount), 0n)

/** Also after each entry. What an entry has left is its amount less the entries that used it. */
export const creditIsSumOfEntries: Invariant = async (input) => {
  const problems: string[] = []
  for (const clientId of input.agency.known.clientsWithCredit) {
    const entries = (await entriesOf(input, clientId)).toReversed()
    let balance = 0n
    for (const { id, amount } of entries) {
      balance += centsOfNumber(amount)
      if (balance < 0n) problems.push(`credit of ${clientId} is ${balance} cents after ${id}`)
    }
    for (const { id, amount, amount_left } of entries.filter(({ amount }) => amount > 0)) {
      const spent = sum(entries.filter(({ source_id }) => source_id === id))
      if (centsOfNumber(amount_left) !== centsOfNumber(amount) + spent)
        problems.push(
          `${id} of ${clientId} has ${amount_left} left of ${amount}, but ${-spent} cents were used`,
        )
    }
    const { credit } = await mustSucceed(
      input.installation,
      input.agency,
      'GET',
      `/api/v1/clients/${clientId}/balance`,
    )
    if (centsOfNumber(credit) !== balance)
      problems.push(`the balance of ${clientId} has ${credit} of credit, its entries have ${balance} cents`)
  }
  return problems
}

/**
 * Credit that pays an invoice leaves the client's credit, and is still on the invoice unless it was given back. A dispute
 * that was won restores money of the invoice itself.
 */
export const creditMatchesInvoices: Invariant = async (input) => {
  const invoices: Item[] = await input.list('/api/v1/invoices')
  const problems: string[] = []
  for (const clientId of input.agency.known.clientsWithCredit) {
    const entries = (await entriesOf(input, clientId)).filter(({ type }) => type !== 'expired')
    for (const { id, amount_paid, payments } of invoices.filter(({ client_id }) => client_id === clientId)) {
      const byInvoice = sum(payments.filter(({ method }: Item) => method === 'credit'))
      const byEntries = sum(entries.filter(({ invoice_id }) => invoice_id === id))
      if (byInvoice !== -byEntries)
        problems.push(`invoice ${id}: ${byInvoice} cents of credit on it, ${-byEntries} by its entries`)
      const uses = entries.filter(({ invoice_id, type }) => invoice_id === id && USE_TYPES.has(type))
      const restored = payments.filter(
        ({ method, amount, reference }: Item) => method === 'credit' && amount < 0 && reference !== null,
      )
      const held = -sum(uses) - sum(restored)
      if (held < 0n || held > centsOfNumber(amount_paid))
        problems.push(`invoice ${id}: ${held} cents of credit on it, and ${amount_paid} paid`)
    }
  }
  return problems
}

/** It reduces its invoice once, and its excess becomes credit once if it says so. */
export const creditNotesCountOnce: Invariant = async (input) => {
  const invoices: Item[] = await input.list('/api/v1/invoices')
  const problems: string[] = []
  for (const { id, invoice_id, client_id, amount, excess, excess_amount } of await input.list(
    '/api/v1/credit-notes',
  )) {
    const adjustments = invoices.find((one) => one.id === invoice_id)?.adjustments ?? []
    const off = sum(adjustments.filter(({ credit_note_id }: Item) => credit_note_id === id))
    if (off !== -centsOfNumber(amount))
      problems.push(`credit note ${id} of ${amount} reduces its invoice by ${-off} cents`)
    const entries = (await entriesOf(input, client_id)).filter(({ credit_note_id }) => credit_note_id === id)
    const expected = excess === 'credit' ? centsOfNumber(excess_amount) : 0n
    if (sum(entries) !== expected)
      problems.push(`credit note ${id}: ${sum(entries)} cents became credit, expected ${expected}`)
  }
  return problems
}

export const receiptsCountOnce: Invariant = async ({ agency, list }) => {
  const invoices: Item[] = await list('/api/v1/invoices')
  const confirmed = new Set<string>(
    agency.writes
      .filter(({ request }) => request.path === '/api/v1/receipts/confirm')
      .flatMap((write) => acknowledged(write)?.receipts ?? [])
      .map(({ charge_id }: Item) => charge_id),
  )
  return agency.known.pixKeyReceipts.flatMap(({ chargeId, invoiceId }) => {
    const invoice = invoices.find(({ id }) => id === invoiceId)
    const count = invoice?.payments.filter(({ method }: Item) => method === 'pix_key').length ?? 0
    const expected = confirmed.has(chargeId) ? 1 : 0
    return count === expected
      ? []
      : [`invoice ${invoiceId}: ${count} payments by Pix key, ${expected} confirmed`]
  })
}
