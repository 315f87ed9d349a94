// The output schema of each tool: it compiles, stays short, and has nothing that results leave out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { TOOL_NAMES, toolOf } from './call-operation.ts'
import { outputOf } from './tool-output.ts'

const BYTES_MAX = 12_000

for (const name of TOOL_NAMES)
  test(`${name}: results have a schema`, () => {
    const output = outputOf(name)
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(output)
    const refusal = { notice: 'n', outcome: 'refused', code: 'unknown_tool', message: 'm' }
    assert.ok(validate(refusal), JSON.stringify(validate.errors))
    assert.equal(validate({ ...refusal, outcome: 'other' }), false)
    const asked = { notice: 'n', outcome: 'confirmation_required', summary: 's', confirmation_token: 't' }
    assert.equal(validate(asked), toolOf(name).needsConfirmation === true)
    const text = JSON.stringify(output)
    assert.doesNotMatch(text, /identity_documents|loyalty_programme_accounts|_meta|"description":"|"x-/)
    assert.ok(text.length < BYTES_MAX, `${text.length} bytes`)
  })

test('the data of an envelope is the result, with its siblings beside it', () => {
  const { properties } = outputOf('list_bookings')
  const { type, items } = Object(properties.result)
  assert.deepEqual([type, items.properties.id], ['array', { type: 'string' }])
  assert.deepEqual(items.properties.flight_summary, { type: 'object' }, 'what is deeper stays open')
  assert.deepEqual(Object(properties.pagination).properties.total, { type: 'integer' })
  assert.equal(outputOf('read_booking').properties.success, undefined)
})
