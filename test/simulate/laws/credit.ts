// Laws of credit: a client's credit is the sum of its entries, never below zero, and what invoices, credit notes and
// receipts say of it.
import { must } from '../shop.ts'
import { takenBody } from '../writes.ts'
import { centsOfNumber } from './arithmetic.ts'
import type { Case, Law } from './law.ts'

// biome-ignore lint/suspicious/noExplicitAny: things of every shape
type Item = any

const entriesOf = ({ all }: Case, clientId: string): Promise<Item[]> =>
  all(`/api/v1/clients/${clientId}/credit`)

const USES = new Set(['used', 'given_back'])

const sum = (items: readonly Item[]): bigint =>
  items.reduce((total, { amount }) => total + centsOfNumber(amount), 0n)

/** In the order of time; what each entry has left is its own amount less what names it as its source. */
export const creditIsSum: Law = async (given) => {
  const faults: string[] = []
  for (const clientId of given.shop.known.creditors) {
    const entries = (await entriesOf(given, clientId)).toReversed()
    let balance = 0n
    for (const { id, amount } of entries) {
      balance += centsOfNumber(amount)
      if (balance < 0n) faults.push(`credit of ${clientId} is ${balance} cents after ${id}`)
    }
    for (const { id, amount, amount_left } of entries.filter(({ amount }) => amount > 0)) {
      const spent = sum(entries.filter(({ source_id }) => source_id === id))
      if (centsOfNumber(amount_left) !== centsOfNumber(amount) + spent)
        faults.push(`${id} of ${clientId} says ${amount_left} left of ${amount}; ${-spent} cents were used`)
    }
    const { credit } = await must(given.town, given.shop, 'GET', `/api/v1/clients/${clientId}/balance`)
    if (centsOfNumber(credit) !== balance)
      faults.push(`the balance of ${clientId} says ${credit} of credit; its entries are ${balance} cents`)
  }
  return faults
}

/**
 * What pays an invoice leaves the credit of its client, and what leaves an invoice becomes credit. What paid it and was
 * not given back is still in it; what a dispute restored was its own money.
 */
export const creditFollowsInvoices: Law = async (given) => {
  const invoices: Item[] = await given.all('/api/v1/invoices')
  const faults: string[] = []
  for (const clientId of given.shop.known.creditors) {
    const entries = (await entriesOf(given, clientId)).filter(({ type }) => type !== 'expired')
    for (const { id, amount_paid, payments } of invoices.filter(({ client_id }) => client_id === clientId)) {
      const byInvoice = sum(payments.filter(({ method }: Item) => method === 'credit'))
      const byEntries = sum(entries.filter(({ invoice_id }) => invoice_id === id))
      if (byInvoice !== -byEntries)
        faults.push(`invoice ${id}: ${byInvoice} cents of credit paid it, and entries say ${-byEntries}`)
      const ofUses = entries.filter(({ invoice_id, type }) => invoice_id === id && USES.has(type))
      const restored = payments.filter(
        ({ method, amount, reference }: Item) => method === 'credit' && amount < 0 && reference !== null,
      )
      const held = -sum(ofUses) - sum(restored)
      if (held < 0n || held > centsOfNumber(amount_paid))
        faults.push(`invoice ${id}: ${held} cents of credit are in it, and ${amount_paid} is paid`)
    }
  }
  return faults
}

/** A credit note takes its amount off once, and its excess is credit once if it says so. */
export const creditNotesCountOnce: Law = async (given) => {
  const invoices: Item[] = await given.all('/api/v1/invoices')
  const faults: string[] = []
  for (const { id, invoice_id, client_id, amount, excess, excess_amount } of await given.all(
    '/api/v1/credit-notes',
  )) {
    const adjustments = invoices.find((one) => one.id === invoice_id)?.adjustments ?? []
    const off = sum(adjustments.filter(({ credit_note_id }: Item) => credit_note_id === id))
    if (off !== -centsOfNumber(amount)) faults.push(`credit note ${id} of ${amount} takes ${-off} cents off`)
    const entries = (await entriesOf(given, client_id)).filter(({ credit_note_id }) => credit_note_id === id)
    const wanted = excess === 'credit' ? centsOfNumber(excess_amount) : 0n
    if (sum(entries) !== wanted)
      faults.push(`credit note ${id}: ${sum(entries)} cents became credit, and not ${wanted}`)
  }
  return faults
}

/** A receipt that was confirmed is paid once, by what its code asked for; another is not paid by it. */
export const receiptsCountOnce: Law = async ({ shop, all }) => {
  const invoices: Item[] = await all('/api/v1/invoices')
  const confirmed = new Set<string>(
    shop.writes
      .filter(({ question }) => question.path === '/api/v1/receipts/confirm')
      .flatMap((write) => takenBody(write)?.receipts ?? [])
      .map(({ charge_id }: Item) => charge_id),
  )
  return shop.known.receipts.flatMap(({ chargeId, invoiceId }) => {
    const invoice = invoices.find(({ id }) => id === invoiceId)
    const count = invoice?.payments.filter(({ method }: Item) => method === 'pix_key').length ?? 0
    const expected = confirmed.has(chargeId) ? 1 : 0
    return count === expected
      ? []
      : [`invoice ${invoiceId}: ${count} receipts by its key, and ${expected} confirmed`]
  })
}
