// Tests the facts that the panel derives from an audit entry.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditFacts } from '../../panel/logic/audit-facts.ts'

const change = (object: string, object_id: string, after: object | null, before: object | null = null) => ({
  object,
  object_id,
  before: before && { ...before },
  after: after && { ...after },
})

test('a wallet transaction refers to its booking, with the amount', () => {
  const line = change('transaction', 'txn_1', { type: 'debit', amount: '-761.22', reference_type: 'booking' })
  assert.deepEqual(auditFacts({ object_id: 'ord_1', changes: [line] }), {
    kind: 'booking',
    id: 'ord_1',
    path: '/reservas/ord_1',
    amount: '-761.22',
  })
})

test('a document links to its page, other objects do not', () => {
  const refund = auditFacts({
    object_id: 'uuid',
    changes: [change('invoice', 'uuid', { status: 'sent', total: 150 })],
  })
  assert.deepEqual([refund.kind, refund.path, refund.amount], ['invoice', '/faturas/uuid', 150])
  const key = auditFacts({
    object_id: 'key_1',
    changes: [change('api_key', 'key_1', null, { name: 'Site' })],
  })
  assert.deepEqual(key, { kind: 'api_key', id: 'key_1', path: null, amount: null })
  assert.deepEqual(auditFacts({ object_id: null, changes: [] }), {
    kind: null,
    id: null,
    path: null,
    amount: null,
  })
})
