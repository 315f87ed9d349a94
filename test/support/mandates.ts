// Mandates of Pix Automático for tests, offered by the simulated bank with the first invoice of a recurring invoice.
import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { eventually } from './eventually.ts'
import { newClient, newRecurring, read } from './invoicing.ts'

export const MANDATES = '/api/v1/mandates'
export const MARIA = { full_name: 'Maria de Exemplo', cpf: '529.982.247-25', email: 'maria@cliente.example' }

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

/** A monthly recurring invoice that is sent, and may be debited. */
export async function debitedRecurring(client: Client, fields: object = {}): Promise<Data> {
  const client_id = 'client_id' in fields ? fields.client_id : (await newClient(client, MARIA)).id
  return newRecurring(client, {
    client_id,
    name: 'Viagem Lisboa',
    auto_send: true,
    payment_methods: ['pix', 'pix_automatic'],
    ...fields,
  })
}

/** Once it is offered with the invoice of this due date, which must be near. */
export async function offeredMandate(
  { test: client }: { test: Client },
  firstDue: string,
  fields: object = {},
): Promise<Data> {
  const billing_day = Number(firstDue.slice(8, 10))
  const { id } = await debitedRecurring(client, { start_date: firstDue, billing_day, ...fields })
  return liveMandate(client, id)
}

/** The mandate of a recurring invoice once its bank has confirmed it. */
export async function liveMandate(client: Client, recurringId: string): Promise<Data> {
  return eventually('a mandate is offered', async () => {
    const [mandate] = await read(client, `${MANDATES}?recurring_invoice_id=${recurringId}`)
    if (mandate === undefined) return false
    const invoice = await read(client, `/api/v1/invoices/${mandate.first_invoice_id}`)
    const offer = invoice.charges.find(({ method }: Data) => method === 'pix_automatic')
    return offer?.instructions ? mandate : false
  })
}

export async function play(client: Client, id: string, what: string, body: object = {}): Promise<Data> {
  const answer = await client.post(`/api/v1/test/mandates/${id}/${what}`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
