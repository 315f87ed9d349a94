// Both spellings of a client, and everything that is neither.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientIdFromUuid, uuidFromClientId } from './store.ts'

test('both forms of a client id have the same UUID', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const id = clientIdFromUuid(uuid)
      assert.match(id, /^cli_[0-9a-f]{32}$/)
      assert.equal(id.slice(4), uuid.replaceAll('-', ''))
      for (const spelling of [id, uuid, id.toUpperCase(), uuid.toUpperCase()]) {
        assert.equal(uuidFromClientId(spelling), uuid)
      }
      assert.equal(clientIdFromUuid(uuid.toUpperCase()), id)
    }),
  )
})

test('any other text is not a client id', () => {
  const hex = '01890a5dac96774bbcceb302099a8057'
  const bad = [
    '',
    'cli_',
    hex,
    `cli-${hex}`,
    `cli_${hex}0`,
    `cli_${hex.slice(1)}`,
    `ord_${hex}`,
    `cli_${hex}\n`,
  ]
  for (const text of [...bad, 'cli_01890a5d-ac96-774b-bcce-b302099a8057', 'cli_01arz3ndektsv4rrffq69g5fav']) {
    assert.equal(uuidFromClientId(text), null, text)
  }
  assert.throws(() => clientIdFromUuid(`cli_${hex}`), RangeError)
  assert.throws(() => clientIdFromUuid(''), RangeError)
})
