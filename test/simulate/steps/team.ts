// Steps about the team of an agency: API keys, webhook secrets, roles and the test clock.
import { sendRequest } from '../request.ts'
import { acknowledged } from '../writes.ts'
import type { Context } from './context.ts'

const KEYS = '/api/v1/api-keys'
export const PEOPLE = '/api/v1/people'

/** Uses the key at once, so that every process has it in its cache when it is revoked. */
export async function createKey({ installation, agency, random, mark, write }: Context): Promise<void> {
  const role = random.pick(['seller', 'bookkeeper', 'read_only'] as const)
  const key = acknowledged(await write('POST', KEYS, { name: mark, role }, 'key'))
  if (key === null) return
  agency.known.keys.push({ id: key.id, secret: key.secret, isRevoked: false })
  const request = { method: 'GET', path: '/api/v1/me', apiKey: key.secret } as const
  await Promise.all(installation.services.all.map(({ url }) => sendRequest(url, request)))
}

export async function revokeKey(context: Context): Promise<void> {
  const { agency, random, write } = context
  const valid = agency.known.keys.filter(({ isRevoked }) => !isRevoked)
  if (valid.length === 0) return createKey(context)
  const key = random.pick(valid)
  if (acknowledged(await write('DELETE', `${KEYS}/${key.id}`)) !== null) key.isRevoked = true
}

export async function rotateWebhookSecret({ agency, write }: Context): Promise<void> {
  await write('POST', `/api/v1/webhooks/${agency.webhook.id}/rotate-secret`, { overlap_hours: 24 })
}

/** Sandbox only: all jobs of the month run. */
export async function passMonth({ agency, write }: Context): Promise<void> {
  if (agency.mode === 'test') await write('POST', '/api/v1/test/clock/advance', { by: 'P1M' })
}

export async function changeRole({ agency, random, write }: Context): Promise<void> {
  const role = random.pick(['agent', 'finance', 'developer', 'viewer'] as const)
  if (agency.person !== null) await write('PATCH', `${PEOPLE}/${agency.person.id}`, { role })
}

/** With the agency's first key, or with one that may be revoked at any time. */
export async function readLists({ agency, random, read, send }: Context): Promise<void> {
  const lists = ['bookings', 'invoices', 'wallet/balance', 'wallet/transactions', 'events', 'clients', 'me']
  const path = `/api/v1/${random.pick(lists)}`
  const [other] = agency.known.keys.filter(({ isRevoked }) => !isRevoked)
  if (other === undefined || random.chance(40)) await read(path)
  else await send({ method: 'GET', path: '/api/v1/me', apiKey: other.secret })
}
