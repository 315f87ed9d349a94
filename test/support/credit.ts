// Credit notes and client credit for tests, created like an integrator's.
import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { INVOICES, newInvoice } from './invoicing.ts'

export const CREDIT_NOTES = '/api/v1/credit-notes'

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

/** A sent invoice of one item, paid by hand as far as said. */
export async function sentInvoice(
  client: Client,
  total: number,
  { paid = 0, ...fields }: { paid?: number; [name: string]: unknown } = {},
): Promise<Data> {
  const items = [{ description: 'Pacote', quantity: 1, unit_price: total }]
  const invoice = await newInvoice(client, { status: 'sent', items, ...fields })
  if (paid === 0) return invoice
  const { status, body, text } = await client.post(`${INVOICES}/${invoice.id}/payments`, { amount: paid })
  assert.equal(status, 201, text)
  return body.data
}

export async function credited(client: Client, invoiceId: string, fields: object = {}): Promise<Data> {
  const body = { invoice_id: invoiceId, reason: 'Hospedagem cancelada', ...fields }
  const answer = await client.post(CREDIT_NOTES, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** A client with credit, from an invoice that was paid and credited. */
export async function clientWithCredit(
  client: Client,
  amount: number,
  { client_id, ...fields }: { client_id?: string; [name: string]: unknown } = {},
): Promise<{ client_id: string; invoice: Data; note: Data }> {
  const invoice = await sentInvoice(client, amount, {
    paid: amount,
    ...(client_id !== undefined && { client_id }),
  })
  const note = await credited(client, invoice.id, { excess: 'credit', ...fields })
  return { client_id: invoice.client_id, invoice, note }
}

export async function balanceOf(client: Client, clientId: string): Promise<Data> {
  const answer = await client.get(`/api/v1/clients/${clientId}/balance`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
