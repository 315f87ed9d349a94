// Mails as they are shown: what each tells of, what became of it, and that of a secret one nothing is read.
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

test('it tells of a booking, of an invoice, or of neither', () => {
  const about = (about_id: string | null) => {
    const { booking_id, invoice_id } = mailView({ ...MAIL, about_id })
    return [booking_id, invoice_id]
  }
  assert.deepEqual(about(BOOKING), [BOOKING, null])
  assert.deepEqual(about(INVOICE), [null, INVOICE])
  assert.deepEqual(about(null), [null, null])
})

test('times are written as everywhere; what has not happened yet is null', () => {
  const { created_at, sent_at, has_receipt } = mailView(MAIL)
  assert.deepEqual([created_at, sent_at, has_receipt], ['2026-11-16T12:00:00.000Z', null, false])
  const sent = mailView({ ...MAIL, status: 'sent', sent_at: NOW, attempts: 2, receipt_of: BOOKING })
  assert.deepEqual([sent.sent_at, sent.attempts, sent.has_receipt], [created_at, 2, true])
  assert.deepEqual(Object.keys(sent).toSorted(), Object.keys(mailView(MAIL)).toSorted())
})

/** A database that answers everything with these rows, and keeps what it was asked. */
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

test('of a mail for its receiver alone neither the HTML nor the text is told', async () => {
  const whole = { ...MAIL, html: '<p>abra</p>', text: 'abra' }
  const told = async (is_secret: boolean) => {
    const { html, text } = await readMail(database({ ...whole, is_secret }).db, OWNER, 'mail_x')
    return [html, text]
  }
  assert.deepEqual(await told(false), ['<p>abra</p>', 'abra'])
  assert.deepEqual(await told(true), [null, null])
})

test('one that is not there has its own refusal', async () => {
  await assert.rejects(
    readMail(database().db, OWNER, 'mail_x'),
    (error) => error instanceof Fail && error.code === 'mail_not_found',
  )
})

test("filters go by address in small letters, and a client who is not there is nobody's address", async () => {
  const page = { page: 1, limit: 10, offset: 0 }
  const valuesOf = async (query: Parameters<typeof readMails>[2]['query']) => {
    const { db, asked } = database(MAIL)
    const { items } = await readMails(db, OWNER, { query, page, zone: 'UTC' })
    assert.deepEqual(items, [mailView(MAIL)])
    return asked.find(({ text }) => text.includes('from "mails"'))?.values ?? assert.fail('nobody asked')
  }
  const known = await valuesOf({ to: 'Ana@Example.com' })
  assert.ok(known.includes('ana@example.com'))
  const nobody = await valuesOf({ client_id: 'nobody' })
  // Mails to nobody, and yet not to nobody: there is none.
  assert.deepEqual(
    nobody,
    known.map((value) => (value === 'ana@example.com' ? '' : value)),
  )
  const both = await valuesOf({ booking_id: BOOKING, invoice_id: INVOICE, status: 'failed' })
  for (const value of [BOOKING, INVOICE, 'failed', 'team_x', 'live']) assert.ok(both.includes(value), value)
  assert.ok(!(await valuesOf({})).includes(''), 'nothing asked is no filter')
})
