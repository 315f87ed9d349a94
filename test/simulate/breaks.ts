// Deliberate bugs, applied to a copy of the service: a dropped lock, a forgotten flush, an ignored doubt. The
// simulation must find each of them.

export interface Break {
  name: string
  file: string
  /** Stands in the file exactly once. */
  text: string
  becomes: string
}

export const BREAKS: readonly Break[] = [
  {
    name: 'answers are not remembered',
    file: 'server/kernel/outbox/flush.ts',
    text: 'responses: response === undefined ? [] : [response]',
    becomes: 'responses: []',
  },
  {
    name: 'a key that another request has is no reason to stop',
    file: 'server/kernel/outbox/transaction.ts',
    text: 'if (claims !== undefined && !(await claimKey(tx, host, owner, claims))) throw new ClaimTaken()',
    becomes: 'if (claims !== undefined) await claimKey(tx, host, owner, claims)',
  },
  {
    name: 'debits leave the balance as it is',
    file: 'server/features/wallet/ledger.ts',
    text: "const MOVED = ':credit::bigint - :debit::bigint'",
    becomes: "const MOVED = ':credit::bigint - 0 * :debit::bigint'",
  },
  {
    name: 'deliveries are stored, and their work is forgotten now and then',
    file: 'server/kernel/outbox/flush.ts',
    text: "`from new_deliveries where status = 'waiting'`",
    becomes: "`from new_deliveries where status = 'waiting' and right(id, 1) <> '7'`",
  },
  {
    name: 'a carrier that did not answer is taken to have refused',
    file: 'server/features/bookings/bookings.ts',
    text: "if (response.outcome === 'unknown') return failUnavailable()",
    becomes:
      "if (response.outcome === 'unknown') return deleteRefused(world, last, requested, new Fail('sold_out'))",
  },
  {
    name: 'nobody is told to settle a hold whose request died',
    file: 'server/features/bookings/bookings.ts',
    text: 'scheduleBookingJob(tx, jobs.settleHoldJob, takeOverAt(tx), { bookingId: made.id })',
    becomes: '',
  },
  {
    name: 'commits are answered before they are written',
    file: 'server/kernel/db/db.ts',
    text: "pool.on('connect', (client) => client.on('error', () => {}))",
    becomes:
      "pool.on('connect', (client) => { client.on('error', () => {}); " +
      "client.query('set synchronous_commit = off').catch(() => {}) })",
  },
  {
    name: 'a mail server that refuses is taken to have sent the mail',
    file: 'server/features/notifications/send-mail.ts',
    text: '    if (isLast) await giveUp(world, scope, row)\n    throw error\n',
    becomes: '',
  },
  {
    name: 'what dead processes held is not freed',
    file: 'server/kernel/jobs/processes.ts',
    text: 'delete from job_claims where process_id not in (select id from alive) returning job_id',
    becomes: 'delete from job_claims where false returning job_id',
  },
  {
    name: 'a process that was taken for dead still says what became of its deliveries',
    file: 'server/features/webhooks/delivery-store.ts',
    text: `mine as (
    delete from job_claims c using results r where c.job_id = r.job_id and c.claim = r.claim
    returning r.job_id, r.delivery_id, r.webhook_id, r.ok, r.counts, r.at, r.status, r.duration_ms, r.error, r.body,
      r.next_at, r.n
  )`,
    becomes: `freed as (
    delete from job_claims c using results r where c.job_id = r.job_id and c.claim = r.claim
  ), mine as (
    select * from results
  )`,
  },
  {
    name: 'two may turn one quote into an invoice at once',
    file: 'server/features/quotes/store.ts',
    text: "statement('select from quotes where id = $1 for no key update')",
    becomes: "statement('select from quotes where id = $1')",
  },
  {
    name: 'payments of one invoice do not wait for each other',
    file: 'server/features/invoices/store.ts',
    text: "ofOwner(tx.owner).where('id', '=', id).forNoKeyUpdate()",
    becomes: "ofOwner(tx.owner).where('id', '=', id)",
  },
  {
    name: 'invoices of one item of a trip do not wait for each other',
    file: 'server/features/trips/claims.ts',
    text: '  await lockTripItems(tx, ids)\n',
    becomes: '',
  },
  {
    name: 'a process is not told of keys that were revoked elsewhere',
    file: 'server/features/teams/callers.ts',
    text: 'if (dependsOn(known).includes(what)) entries.delete(name)',
    becomes: 'if (dependsOn(known).includes(what)) void name',
  },
  {
    name: 'lists do not count what is added',
    file: 'server/kernel/outbox/flush.ts',
    text: "(name === 'audited' ? isAudited : rows[name].length > 0)",
    becomes: "(name === 'audited' ? isAudited : name !== 'counts' && rows[name].length > 0)",
  },
]
