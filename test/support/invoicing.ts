// Invoices, quotes and recurring invoices for tests, created like an integrator's.

import assert from 'node:assert/strict'
import { Client as ClientShape } from '../../contract/clients.ts'
import type { Client } from './client.ts'

export const INVOICES = '/api/v1/invoices'
export const QUOTES = '/api/v1/quotes'
export const RECURRING = '/api/v1/recurring-invoices'

export const ITEM = { description: 'Pacote', quantity: 1, unit_price: 150 }

/** The events of an invoice that is sent, and paid in one payment. */
export const SENT_AND_PAID = [
  'invoice.created',
  'invoice.sent',
  'invoice.payment_received',
  'invoice.paid',
] as const

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

export async function newClient(client: Client, fields: object = {}): Promise<Data> {
  const body = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@cliente.example', ...fields }
  return made(await client.post('/api/v1/clients', body))
}

/** As invoices, quotes and recurring invoices show it: without tags and file. */
export function clientOfDocument(client: Data): Data {
  return Object.fromEntries(Object.keys(ClientShape.properties).map((name) => [name, client[name]]))
}

/** For a new client unless one is named. */
export async function newInvoice(client: Client, fields: object = {}): Promise<Data> {
  return made(await client.post(INVOICES, await invoiceBody(client, fields)))
}

export async function invoiceBody(client: Client, fields: object = {}): Promise<Data> {
  const client_id = 'client_id' in fields ? fields.client_id : (await newClient(client)).id
  return { client_id, issue_date: '2026-11-10', due_date: '2026-11-20', items: [ITEM], ...fields }
}

export async function newQuote(client: Client, fields: object = {}): Promise<Data> {
  const client_id = 'client_id' in fields ? fields.client_id : (await newClient(client)).id
  const offered = 'options' in fields ? {} : { items: [ITEM] }
  return made(await client.post(QUOTES, { client_id, issue_date: '2026-11-10', ...offered, ...fields }))
}

export async function newRecurring(client: Client, fields: object = {}): Promise<Data> {
  const client_id = 'client_id' in fields ? fields.client_id : (await newClient(client)).id
  const usual = {
    name: 'Plano',
    frequency: 'monthly',
    billing_day: 10,
    start_date: '2026-01-01',
    items: [ITEM],
  }
  return made(await client.post(RECURRING, { client_id, ...usual, ...fields }))
}

export async function read(client: Client, path: string): Promise<Data> {
  const answer = await client.get(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Types of the events whose object has this id, oldest first. */
export async function eventsOf(client: Client, id: string): Promise<string[]> {
  return (await allEvents(client)).filter(({ data }) => data.object.id === id).map(({ type }) => type)
}

export async function allEvents(client: Client): Promise<Data[]> {
  const all: Data[] = []
  for (let after = 0; ; ) {
    const page = (await client.get(`/api/v1/events?limit=100&after_sequence=${after}`)).body.data
    if (page.length === 0) return all
    all.push(...page)
    after = page.at(-1).sequence
  }
}

function made(answer: { status: number; text: string; body: Data }): Data {
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
