// What the panel says of a document that is sent: only what can leave is called sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachOf } from '../../panel/kit/reach.ts'

const CLIENT = { email: 'ana@example.com', phone: '+5511987654321' }
const NOTHING = { isTest: false, mailWorks: false, whatsAppWorks: false }

test('a document is sent only where mail or WhatsApp reaches the client', () => {
  assert.equal(reachOf(NOTHING, CLIENT), 'nowhere')
  assert.equal(reachOf({ ...NOTHING, mailWorks: true }, CLIENT), 'sent')
  assert.equal(reachOf({ ...NOTHING, mailWorks: true }, { ...CLIENT, email: '' }), 'nowhere')
  assert.equal(reachOf({ ...NOTHING, whatsAppWorks: true }, CLIENT), 'sent')
  assert.equal(reachOf({ ...NOTHING, whatsAppWorks: true }, { ...CLIENT, phone: null }), 'nowhere')
  assert.equal(reachOf({ isTest: true, mailWorks: true, whatsAppWorks: true }, CLIENT), 'test')
})
