// Tests that the panel calls a document sent only if a message can leave.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachability } from '../../panel/logic/reachability.ts'

const CLIENT = { email: 'ana@example.com', phone: '+5511987654321' }
const NOTHING = { isTest: false, mailWorks: false, whatsAppWorks: false }

test('a document counts as sent only if mail or WhatsApp can reach the client', () => {
  assert.equal(reachability(NOTHING, CLIENT), 'nowhere')
  assert.equal(reachability({ ...NOTHING, mailWorks: true }, CLIENT), 'sent')
  assert.equal(reachability({ ...NOTHING, mailWorks: true }, { ...CLIENT, email: '' }), 'nowhere')
  assert.equal(reachability({ ...NOTHING, whatsAppWorks: true }, CLIENT), 'sent')
  assert.equal(reachability({ ...NOTHING, whatsAppWorks: true }, { ...CLIENT, phone: null }), 'nowhere')
  assert.equal(reachability({ isTest: true, mailWorks: true, whatsAppWorks: true }, CLIENT), 'test')
})
