// Steps of an agency about itself: API keys, webhook secrets, and the test clock.
import { ask } from './ask.ts'
import type { Life } from './life.ts'
import { takenBody } from './writes.ts'

const KEYS = '/api/v1/api-keys'
export const PEOPLE = '/api/v1/people'

/** Used at once, so that every process knows it. */
export async function newKey({ town, shop, chance, mark, write }: Life): Promise<void> {
  const role = chance.pick(['seller', 'bookkeeper', 'read_only'] as const)
  const made = takenBody(await write('POST', KEYS, { name: mark, role }, 'key'))
  if (made === null) return
  shop.known.keys.push({ id: made.id, secret: made.secret, isRevoked: false })
  const question = { method: 'GET', path: '/api/v1/me', key: made.secret } as const
  await Promise.all(town.services.all.map(({ url }) => ask(url, question)))
}

export async function revokeKey(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const valid = shop.known.keys.filter(({ isRevoked }) => !isRevoked)
  if (valid.length === 0) return newKey(life)
  const one = chance.pick(valid)
  // From now on it is unreliable; that it is refused counts from the response on.
  if (takenBody(await write('DELETE', `${KEYS}/${one.id}`)) !== null) one.isRevoked = true
}

export async function rotateSecret({ shop, write }: Life): Promise<void> {
  await write('POST', `/api/v1/webhooks/${shop.webhook.id}/rotate-secret`, { overlap_hours: 24 })
}

/** Sandbox only: a month passes, and all its jobs run. */
export async function passMonth({ shop, write }: Life): Promise<void> {
  if (shop.mode === 'test') await write('POST', '/api/v1/test/clock/advance', { by: 'P1M' })
}

/** Of somebody of the agency. */
export async function changeRole({ shop, chance, write }: Life): Promise<void> {
  const role = chance.pick(['agent', 'finance', 'developer', 'viewer'] as const)
  if (shop.person !== null) await write('PATCH', `${PEOPLE}/${shop.person.id}`, { role })
}

/** With the key that it has from the beginning, or with one that may be revoked at any time. */
export async function look({ shop, chance, read, ask }: Life): Promise<void> {
  const lists = ['bookings', 'invoices', 'wallet/balance', 'wallet/transactions', 'events', 'clients', 'me']
  const path = `/api/v1/${chance.pick(lists)}`
  const [other] = shop.known.keys.filter(({ isRevoked }) => !isRevoked)
  if (other === undefined || chance.chance(40)) await read(path)
  else await ask({ method: 'GET', path: '/api/v1/me', key: other.secret })
}
