// Who is shown what of an event.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lackingFor } from '../../../contract/event-operations.ts'
import { EVENTS } from '../../../contract/events.ts'
import { type Permission, READ_ONLY_PERMISSIONS } from '../../../contract/permissions.ts'
import { listedEvent } from './events.ts'
import type { EventRow } from './store.ts'

const NOBODY = new Set<Permission>()
const READER = new Set<Permission>(READ_ONLY_PERMISSIONS)

function eventOf(type: string, object: object): EventRow {
  const payload = { id: 'evt_1', type, api_version: '1', created_at: '', data: { object }, team_id: 'team_1' }
  const actor = JSON.stringify({ type: 'key', id: 'key_1', name: 'Painel' })
  return {
    id: 'evt_1',
    sequence: 7n,
    payload: JSON.stringify(payload),
    personal: Buffer.from('sealed'),
    actor,
  }
}

test('each type requires a read permission, which a read-only key has; the list of all requires all', () => {
  for (const type of Object.keys(EVENTS)) {
    const needed = lackingFor(NOBODY, [type])
    assert.match(needed ?? '', /\.read$/, type)
    assert.equal(lackingFor(READER, [type]), undefined, type)
    const others = new Set(READ_ONLY_PERMISSIONS.filter((permission) => permission !== needed))
    assert.deepEqual([lackingFor(others, [type]), lackingFor(others, ['*'])], [needed, needed], type)
  }
  assert.equal(lackingFor(READER, ['*']), undefined)
})

test('an event of an unknown type is shown only to callers with every read permission', () => {
  const event = eventOf('visa.granted', { id: 'vis_1' })
  assert.deepEqual(listedEvent(event, READER).data, { object: { id: 'vis_1' } })
  for (const missing of new Set(Object.keys(EVENTS).map((type) => lackingFor(NOBODY, [type])))) {
    const others = new Set(READ_ONLY_PERMISSIONS.filter((permission) => permission !== missing))
    assert.deepEqual(listedEvent(event, others).data, { object: null, needs: missing })
  }
})

test('a list omits passengers without decrypting them, and the whole data if not permitted', () => {
  const event = eventOf('booking.created', { id: 'ord_1', passengers: 'encrypted' })
  const shown = listedEvent(event, READER)
  assert.deepEqual([shown.data, shown.sequence], [{ object: { id: 'ord_1' } }, 7])
  const hidden = listedEvent(event, NOBODY)
  assert.deepEqual(hidden.data, { object: null, needs: 'bookings.read' })
  assert.deepEqual([hidden.id, hidden.type, hidden.sequence], ['evt_1', 'booking.created', 7])
})
