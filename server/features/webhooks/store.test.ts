// The audit entry of a webhook: its origin, and that something changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, record } from '../../kernel/outbox/audit.ts'
import { webhookChange } from './store.ts'

test('the audit entry of a webhook has its origin, never its address or secret', () => {
  const hook = { id: 'wh_1', url: 'https://hooks.example/T0/B1/token?k=v', events: ['*'], active: true }
  const secret = Buffer.from('whsec_very_secret')
  const made = webhookChange(null, { ...hook, secret })
  assert.deepEqual([made.objectId, made.before], ['wh_1', null])
  assert.equal(made.after?.receiver, 'https://hooks.example')
  assert.doesNotMatch(JSON.stringify(made), /token|k=v|whsec|d2hzZWN/)
  const gone = webhookChange(hook, null)
  assert.deepEqual([gone.objectId, gone.after], ['wh_1', null])
  const tx = { outbox: { changes: [] as Change[] } }
  record(tx, webhookChange({ ...hook, secret }, { ...hook, secret: Buffer.from('another') }))
  assert.deepEqual(
    Object.keys(tx.outbox.changes[0]?.after ?? {}),
    ['secret_fingerprint'],
    'rotated, and no more',
  )
  record(tx, webhookChange(hook, { ...hook, url: 'https://hooks.example/other' }))
  assert.deepEqual(Object.keys(tx.outbox.changes[1]?.after ?? {}), ['url_fingerprint'], 'the same receiver')
})
