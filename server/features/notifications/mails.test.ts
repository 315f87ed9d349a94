// Mails as the API shows them: what each is about, its state, and that a secret mail hides its content.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../kernel/process/clock.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { makeId, makeUuid } from '../../kernel/values/ids.ts'
import { mailView, readMail, readMails } from './mails.ts'

const NOW = fixedClock(new Date('2026-11-16T12:00:00.000Z')).now()
const [BOOKING, INVOICE] = [makeId('booking', NOW), makeUuid(NOW)]
const OWNER = { teamId: 'team_x', mode: 'live' } as const
const MAIL = {
  id: 'mail_x',
  to_address: 'ana@example.com',
  meant_for: null,
  subject: 'Sua fatura',
  about_id: null,
  receipt_of: null,
  document_type: null,
  status: 'waiting' as const,
  attempts: 0,
  given_up: false,
  error: null,
  created_at: NOW,
  updated_at: NOW,
  sent_at: null,
  bounced_at: null,
}

test('a mail is about a booking, an invoice, or neither', () => {
  const about = (about_id: string | null) => {
    const { booking_id, invoice_id } = mailView({ ...MAIL, about_id })
    return [booking_id, invoice_id]
  }
  assert.deepEqual(about(BOOKING), [BOOKING, null])
  assert.deepEqual(about(INVOICE), [null, INVOICE])
  assert.deepEqual(about(null), [null, null])
})

test('times have the usual form; a future step is null', () => {
  const { created_at, sent_at, has_receipt } = mailView(MAIL)
  assert.deepEqual([created_at, sent_at, has_receipt], ['2026-11-16T12:00:00.000Z', null, false])
  const sent = mailView({ ...MAIL, status: 'sent', sent_at: NOW, attempts: 2, receipt_of: BOOKING })
  assert.deepEqual([sent.sent_at, sent.attempts, sent.has_receipt], [created_at, 2, true])
  assert.deepEqual(Object.keys(sent).toSorted(), Object.keys(mailView(MAIL)).toSorted())
})

/** A database that returns these rows for every query, and records the queries. */
function database(...rows: object[]) {
  const asked: { text: string; values?: unknown[] }[] = []
  const db = {
    async query(query: { text: string; values?: unknown[] }) {
      asked.push(query)
      return { rows: rows.map((row) => ({ ...row, count: 1n, total: 1n })), rowCount: rows.length }
    },
  }
  return { db, asked }
}

test('a secret mail is returned without HTML and text', async () => {
  const whole = { ...MAIL, html: '<p>abra</p>', text: 'abra' }
  const contentOf = async (is_secret: boolean) => {
    const { html, text } = await readMail(database({ ...whole, is_secret }).db, OWNER, 'mail_x')
    return [html, text]
  }
  assert.deepEqual(await contentOf(false), ['<p>abra</p>', 'abra'])
  assert.deepEqual(await contentOf(true), [null, null])
})

test('an unknown mail has its own error', async () => {
  await assert.rejects(
    readMail(database().db, OWNER, 'mail_x'),
    (error) => error instanceof Fail && error.code === 'mail_not_found',
  )
})

test('filters use lower-case addresses, and an unknown client matches no address', async () => {
  const page = { page: 1, limit: 10, offset: 0 }
  const valuesOf = async (query: Parameters<typeof readMails>[2]['query']) => {
    const { db, asked } = database(MAIL)
    const { items } = await readMails(db, OWNER, { query, page, zone: 'UTC' })
    assert.deepEqual(items, [mailView(MAIL)])
    return asked.find(({ text }) => text.includes('from "mails"'))?.values ?? assert.fail('no query was sent')
  }
  const known = await valuesOf({ to: 'Ana@Example.com' })
  assert.ok(known.includes('ana@example.com'))
  const unknownClient = await valuesOf({ client_id: 'nobody' })
  // An unknown client filters by the empty address, which no mail has.
  assert.deepEqual(
    unknownClient,
    known.map((value) => (value === 'ana@example.com' ? '' : value)),
  )
  const both = await valuesOf({ booking_id: BOOKING, invoice_id: INVOICE, status: 'failed' })
  for (const value of [BOOKING, INVOICE, 'failed', 'team_x', 'live']) assert.ok(both.includes(value), value)
  assert.ok(!(await valuesOf({})).includes(''), 'nothing asked is no filter')
})
