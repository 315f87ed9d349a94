// The text of a ledger line: whatever people and banks write, fields end at tabs and lines at line feeds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownTexts } from './line-hash-input.ts'

const LINE = {
  id: 'txn_1',
  type: 'credit',
  amountCents: 12_345n,
  account: 'bank:simulated',
  referenceType: 'recharge',
  referenceId: 'rch_1',
  reason: 'payment E1',
  paymentMethod: 'pix',
  simulated: true,
  description: 'Recarga',
  recordedAt: new Date('2026-11-15T18:30:00.000Z'),
  by: { action: 'keys.create', type: 'key', id: 'key_1', name: 'Site', requestId: 'req_1' } as const,
}
/** As a reader takes it apart: after number, time and balance. */
function fieldsOf(line: Parameters<typeof knownTexts>[0]): string[] {
  const [id, amount, rest] = knownTexts(line)
  return `${id}T${amount}B${rest}`.split('\t').slice(1)
}
const readBack = (text: string) =>
  text.replace(/\\([\\tnr])/g, (_, sign: string) => ({ '\\': '\\', t: '\t', n: '\n', r: '\r' })[sign] ?? '')

test('fields are in order, separated by tabs', () => {
  assert.deepEqual(knownTexts(LINE), [
    '\ttxn_1\t',
    '\tcredit\t12345\t',
    '\tbank:simulated\trecharge\trch_1\tpayment E1\tpix\tsimulated\tRecarga\t2026-11-15T18:30:00.000Z\tkeys.create\tkey\tkey_1\tSite\treq_1',
  ])
})

test('an absent field is empty, and keeps its place', () => {
  const { paymentMethod: _, ...cash } = LINE
  const by = { action: 'expire-recharge', type: 'system', id: null, name: null, requestId: null } as const
  const fields = fieldsOf({ ...cash, simulated: false, description: '', by })
  assert.deepEqual(
    [fields.slice(-9, -6), fields.slice(-3)],
    [
      ['', '', ''],
      ['', '', ''],
    ],
  )
  assert.equal(fields.length, fieldsOf(LINE).length)
})

const HOSTILE = [
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\\',
  '\\t',
  '\\\\t',
  'a\tb\nc\rd\\e',
  '\\\n',
  'ação 🛫',
  "'; --",
  '\\\\',
]
for (const field of ['referenceId', 'reason', 'description'] as const) {
  test(`${field}: no content shifts another field, and the text can be read back`, () => {
    for (const text of HOSTILE) {
      const fields = fieldsOf({ ...LINE, [field]: text })
      assert.equal(fields.length, fieldsOf(LINE).length, JSON.stringify(text))
      assert.doesNotMatch(fields.join(''), /[\n\r]/)
      const place = { referenceId: -11, reason: -10, description: -7 }[field]
      assert.equal(readBack(fields.at(place) ?? ''), text)
    }
  })
}

test('different lines have different texts', () => {
  const texts = HOSTILE.flatMap((a) =>
    HOSTILE.map((b) => knownTexts({ ...LINE, reason: a, description: b }).join('|')),
  )
  assert.equal(new Set(texts).size, HOSTILE.length ** 2)
  assert.notDeepEqual(knownTexts({ ...LINE, simulated: false }), knownTexts(LINE))
  assert.notDeepEqual(knownTexts({ ...LINE, amountCents: -12_345n }), knownTexts(LINE))
})
