// Trips and their items for tests, created like an integrator's.
import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { newClient } from './invoicing.ts'

export const TRIPS = '/api/v1/trips'

/** A night in a hotel. */
export const LODGING = {
  kind: 'lodging',
  description: 'Hotel Avenida',
  supplier_name: 'Orinter',
  place: 'Lisboa',
  starts_at: '2026-12-20',
  ends_at: '2026-12-27',
  price_amount: 1000,
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

/** For a client of its own unless one is named. */
export async function newTrip(client: Client, fields: object = {}): Promise<Data> {
  const client_id = 'client_id' in fields ? fields.client_id : (await newClient(client)).id
  const answer = await client.post(TRIPS, { client_id, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

export async function newTripItem(client: Client, tripId: string, fields: object = {}): Promise<Data> {
  const answer = await client.post(`${TRIPS}/${tripId}/items`, { ...LODGING, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
