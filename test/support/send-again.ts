// Many concurrent requests on a slow machine: some wait too long for a connection to the database and get 503. They
// are repeated as clients should: with the same Idempotency-Key.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Agency, newAgency } from './agency.ts'
import type { Client, Reply } from './client.ts'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/**
 * Repeats requests that got no connection. `meanwhile` runs if the first try had begun something whose outcome a job
 * must find out.
 */
export function sendingAgain(client: Client, meanwhile = async () => {}): Client {
  async function insist(
    headers: Record<string, string>,
    send: (headers: object) => Promise<Reply>,
  ): Promise<Reply> {
    const own = { 'idempotency-key': randomUUID(), ...headers }
    let wasSentAway = false
    return eventually('it is answered', async () => {
      const reply = await send(own)
      if (reply.status === 503) {
        assert.ok(Number(reply.headers['retry-after']) > 0, reply.text)
        wasSentAway = true
        return false
      }
      if (!wasSentAway || reply.body?.code !== 'request_in_progress') return reply
      await meanwhile()
      return false
    })
  }
  return {
    ...client,
    post: (path, body, headers = {}) => insist(headers, (own) => client.post(path, body, { ...own })),
    put: (path, body, headers = {}) => insist(headers, (own) => client.put(path, body, { ...own })),
    patch: (path, body, headers = {}) => insist(headers, (own) => client.patch(path, body, { ...own })),
    delete: (path, headers = {}) => insist(headers, (own) => client.delete(path, { ...own })),
  }
}

/** An agency for concurrent bookings; unfinished ones are settled without delay. */
export async function newHands(app: TestApp): Promise<Agency> {
  const agency = await newAgency(app)
  const settle = async () => {
    const { pool, jobsAdded } = app.service.world
    await pool.query(`update jobs set run_at = created_at where type = any($1) and team_id = $2`, [
      ['settle-hold', 'issue-tickets', 'cancel-order'],
      agency.id,
    ])
    jobsAdded()
  }
  return { ...agency, live: sendingAgain(agency.live, settle), test: sendingAgain(agency.test, settle) }
}
