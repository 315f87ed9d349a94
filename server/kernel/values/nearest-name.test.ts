// Slips and other spellings find the name that was meant, and strange words find none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from './text.ts'

const INVOICE = ['client_id', 'issue_date', 'due_date', 'items', 'tax_rate', 'discount_rate', 'notes']
const BOOKING = ['offerId', 'type', 'passengers', 'payments', 'metadata', 'client_id']

test('another spelling, a part and a slip are recognised', () => {
  for (const [unknown, known, meant] of [
    ['discount', INVOICE, 'discount_rate'],
    ['discountRate', INVOICE, 'discount_rate'],
    ['dicsount_rate', INVOICE, 'discount_rate'],
    ['duedate', INVOICE, 'due_date'],
    ['due_dat', INVOICE, 'due_date'],
    ['note', INVOICE, 'notes'],
    ['item', INVOICE, 'items'],
    ['client', INVOICE, 'client_id'],
    ['tax', INVOICE, 'tax_rate'],
    ['offer_id', BOOKING, 'offerId'],
    ['passenger', BOOKING, 'passengers'],
    ['meta_data', BOOKING, 'metadata'],
    ['price', ['description', 'quantity', 'unit_price'], 'unit_price'],
  ] as const)
    assert.equal(nearestName(unknown, known), meant, unknown)
})

test('of several near ones the nearest is told', () => {
  assert.equal(nearestName('date', ['issue_date', 'due_date']), 'due_date')
  assert.equal(nearestName('name', ['company_name', 'full_name']), 'full_name')
})

test('what resembles nothing is not guessed at', () => {
  for (const unknown of ['colour', 'x', '', '__proto__', '🙂', 'a'.repeat(1_000)])
    assert.equal(nearestName(unknown, INVOICE), undefined, unknown)
  assert.equal(nearestName('notes', []), undefined)
})
