// Laws of outgoing data: every event reaches its receiver, signed and unchanged, every mail is sent once, and
// keys work as acknowledged.
import { verifyBothWays } from '../../support/signed-both-ways.ts'
import { ask } from '../ask.ts'
import { PEOPLE } from '../house-steps.ts'
import { isAcknowledged, takenBody } from '../writes.ts'
import { countBy, type Law } from './law.ts'
import { eventsOf } from './records.ts'

export const everyEventDelivered: Law = async (given) => {
  const { town, shop } = given
  const { path, from, secrets } = shop.webhook
  const rotated = shop.writes.filter(({ question }) => question.path.endsWith('/rotate-secret'))
  const known = [...secrets, ...rotated.flatMap((write) => takenBody(write)?.secret ?? [])]
  const bodies = new Map<string, string>()
  const faults: string[] = []
  for (const request of town.receiver.requests.filter((one) => one.path === path)) {
    const { id } = JSON.parse(request.body)
    const first = bodies.get(id)
    if (first !== undefined && first !== request.body) faults.push(`event ${id} was sent with two bodies`)
    bodies.set(id, request.body)
    const checks = await Promise.allSettled(known.map((secret) => verifyBothWays(request, secret)))
    if (checks.every(({ status }) => status === 'rejected'))
      faults.push(`event ${id} is not signed by any secret`)
  }
  for (const { id, sequence, type } of await eventsOf(given))
    if (sequence > from && !bodies.has(id))
      faults.push(`event ${sequence} (${type}, ${id}) was never delivered`)
  return faults
}

/** It has ended well, and each attempt is in its log once. */
export const everyDeliveryTold: Law = async ({ town, shop }) => {
  const rows = await town.database.rows(
    `select d.id, d.status, d.attempts, count(a.number)::int as logged, count(distinct a.number)::int as numbers
     from deliveries d left join delivery_attempts a on a.delivery_id = d.id
     where d.webhook_id = $1 group by d.id, d.status, d.attempts`,
    [shop.webhook.id],
  )
  return rows.flatMap(({ id, status, attempts, logged, numbers }) =>
    status === 'delivered' && logged === attempts && numbers === attempts
      ? []
      : [`delivery ${id} is ${status} after ${attempts} attempts, ${logged} of them in its log`],
  )
}

/** Where nothing went wrong, the receiver got one POST for each attempt. */
export const onePostPerAttempt: Law = async (given) => {
  const { town, shop } = given
  const { quietFrom, webhook } = shop
  if (quietFrom === null) return []
  const own = town.receiver.requests.filter(({ path }) => path === webhook.path)
  const posts = countBy(own, ({ body }) => JSON.parse(body).id)
  const rows = await town.database.rows('select event_id, attempts from deliveries where webhook_id = $1', [
    webhook.id,
  ])
  const attempts = new Map(rows.map((row) => [row.event_id, row.attempts]))
  return (await eventsOf(given)).flatMap(({ id, sequence, type }) =>
    sequence <= quietFrom || posts.get(id) === attempts.get(id)
      ? []
      : [`event ${sequence} (${type}) was posted ${posts.get(id)} times in ${attempts.get(id)} attempts`],
  )
}

/** The mail server accepted each stored mail, and no other. */
export const everyMailOnce: Law = async ({ town, shop }) => {
  const rows = await town.database.rows(
    'select id, key, status, error from mails where team_id = $1 and mode = $2',
    [shop.teamId, shop.mode],
  )
  const taken = countBy(town.mail.mails, ({ headers }) => String(headers['message-id']))
  return rows.flatMap(({ id, key, status, error }) => {
    const copies = [...taken].flatMap(([name, count]) => (name.includes(id) ? [count] : []))
    // What the sandbox writes to clients goes to nobody.
    if (status === 'stored' && shop.mode === 'test') return []
    if (status !== 'sent') return [`mail ${key} is ${status}: ${error}`]
    return copies.length === 1 ? [] : [`mail ${key} went out under ${copies.length} names`]
  })
}

export const keysAreWorth: Law = async ({ town, shop }) => {
  const faults: string[] = []
  const ends = shop.writes.filter((write) => write.question.method === 'DELETE' && isAcknowledged(write))
  for (const { id, secret } of shop.known.keys) {
    const isRevoked = ends.some(({ question }) => question.path.endsWith(id))
    for (const { url } of town.services.all) {
      const { status } = await ask(url, { method: 'GET', path: '/api/v1/me', key: secret })
      if ((status === 401) !== isRevoked)
        faults.push(`key ${id}, ${isRevoked ? '' : 'not '}revoked, gets ${status}`)
    }
  }
  return faults
}

/** The role is one of those that were acknowledged. */
export const rolesAreGiven: Law = async ({ shop, all }) => {
  const { person } = shop
  if (person === null) return []
  const changes = shop.writes.filter(({ question }) => question.path === `${PEOPLE}/${person.id}`)
  const given = changes.filter(isAcknowledged).map((write): string => takenBody(write).role)
  const found = (await all(PEOPLE)).find(({ id }) => id === person.id)?.role
  const isRight = given.length === 0 ? found === person.role : given.includes(found)
  return isRight ? [] : [`${person.id} is ${found}, and was given ${given.join(', ') || 'nothing'}`]
}
