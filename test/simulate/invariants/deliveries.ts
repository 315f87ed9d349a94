// Invariants of webhooks and mails: every event reaches its receiver, signed and unchanged, and every mail is sent once.
import { verifyBothWays } from '../../support/signed-both-ways.ts'
import { acknowledged } from '../writes.ts'
import { countBy, type Invariant } from './input.ts'
import { eventsOf } from './records.ts'

export const eventsAreDelivered: Invariant = async (input) => {
  const { installation, agency } = input
  const { path, after, secrets } = agency.webhook
  const rotated = agency.writes.filter(({ request }) => request.path.endsWith('/rotate-secret'))
  const known = [...secrets, ...rotated.flatMap((write) => acknowledged(write)?.secret ?? [])]
  const bodies = new Map<string, string>()
  const problems: string[] = []
  for (const request of installation.receiver.requests.filter((one) => one.path === path)) {
    const { id } = JSON.parse(request.body)
    const first = bodies.get(id)
    if (first !== undefined && first !== request.body) problems.push(`event ${id} was sent with two bodies`)
    bodies.set(id, request.body)
    const checks = await Promise.allSettled(known.map((secret) => verifyBothWays(request, secret)))
    if (checks.every(({ status }) => status === 'rejected'))
      problems.push(`event ${id} is not signed by any secret`)
  }
  for (const { id, sequence, type } of await eventsOf(input))
    if (sequence > after && !bodies.has(id))
      problems.push(`event ${sequence} (${type}, ${id}) was never delivered`)
  return problems
}

/** It is delivered, and each attempt is in its log once. */
export const deliveriesHaveOutcome: Invariant = async ({ installation, agency }) => {
  const rows = await installation.database.rows(
    `select d.id, d.status, d.attempts, count(a.number)::int as logged, count(distinct a.number)::int as numbers
     from deliveries d left join delivery_attempts a on a.delivery_id = d.id
     where d.webhook_id = $1 group by d.id, d.status, d.attempts`,
    [agency.webhook.id],
  )
  return rows.flatMap(({ id, status, attempts, logged, numbers }) =>
    status === 'delivered' && logged === attempts && numbers === attempts
      ? []
      : [`delivery ${id} is ${status} after ${attempts} attempts, ${logged} of them in its log`],
  )
}

export const onePostPerAttempt: Invariant = async (input) => {
  const { installation, agency } = input
  const { quietAfter, webhook } = agency
  if (quietAfter === null) return []
  const own = installation.receiver.requests.filter(({ path }) => path === webhook.path)
  const posts = countBy(own, ({ body }) => JSON.parse(body).id)
  const rows = await installation.database.rows(
    'select event_id, attempts from deliveries where webhook_id = $1',
    [webhook.id],
  )
  const attempts = new Map(rows.map((row) => [row.event_id, row.attempts]))
  return (await eventsOf(input)).flatMap(({ id, sequence, type }) =>
    sequence <= quietAfter || posts.get(id) === attempts.get(id)
      ? []
      : [`event ${sequence} (${type}) was posted ${posts.get(id)} times in ${attempts.get(id)} attempts`],
  )
}

/** The mail server may get a mail twice, but under one message id. */
export const mailsAreSentOnce: Invariant = async ({ installation, agency }) => {
  const rows = await installation.database.rows(
    'select id, key, status, error from mails where team_id = $1 and mode = $2',
    [agency.teamId, agency.mode],
  )
  const received = countBy(installation.mail.mails, ({ headers }) => String(headers['message-id']))
  return rows.flatMap(({ id, key, status, error }) => {
    const copies = [...received].flatMap(([name, count]) => (name.includes(id) ? [count] : []))
    // The sandbox sends no mail to clients.
    if (status === 'stored' && agency.mode === 'test') return []
    if (status !== 'sent') return [`mail ${key} is ${status}: ${error}`]
    return copies.length === 1 ? [] : [`mail ${key} was sent under ${copies.length} message ids`]
  })
}
