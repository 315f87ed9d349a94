// The input of each tool: its fields, which are required, and where they go in a request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { MCP_TOOLS, type McpToolName } from '../../../contract/mcp-tools.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { faultOf, inputOf, operationOf, readingTool, requestFor, TOOL_NAMES } from './call-operation.ts'

const NEEDED: Record<McpToolName, string[]> = {
  search_places: ['query'],
  search_flights: ['type', 'slices', 'passengers'],
  read_offer: ['id'],
  list_bookings: [],
  read_booking: ['id'],
  read_booking_timeline: ['id'],
  list_clients: [],
  read_client: ['id'],
  list_trips: [],
  list_warnings: [],
  read_trip: ['id'],
  list_quotes: [],
  read_quote: ['id'],
  list_invoices: [],
  read_invoice: ['id'],
  list_credit_notes: [],
  read_client_balance: ['id'],
  read_client_statement: ['id'],
  read_receivables: [],
  read_wallet_balance: [],
  list_wallet_transactions: [],
  list_recharges: [],
  create_client: ['client_type', 'full_name', 'email'],
  create_quote: ['client_id', 'issue_date'],
  create_trip: ['client_id'],
  add_trip_item: ['id', 'kind'],
  hold_booking: ['offerId', 'passengers'],
  book_instantly: ['offerId', 'passengers'],
  confirm_booking: ['id'],
  cancel_booking: ['id'],
  create_invoice: ['client_id', 'issue_date', 'due_date', 'items'],
  send_invoice: ['id'],
  refund_invoice: ['id'],
  credit_invoice: ['invoice_id', 'reason'],
  use_client_credit: ['id'],
  create_recharge: ['amount', 'payment_method'],
}

for (const name of TOOL_NAMES)
  test(`${name} needs ${NEEDED[name].join(', ') || 'nothing'}`, () => {
    const { properties, required } = inputOf(name)
    assert.deepEqual(required, NEEDED[name])
    for (const field of required) assert.ok(Object.hasOwn(properties, field), field)
    const isTwoSteps = 'needsConfirmation' in MCP_TOOLS[name]
    assert.equal(Object.hasOwn(properties, 'confirmation_token'), isTwoSteps)
    assert.doesNotThrow(() => new Ajv({ strict: false }).compile(inputOf(name)))
    assert.equal(JSON.stringify(inputOf(name)).includes('x-described'), false)
  })

test('payer and amount are not fields of an agent', () => {
  for (const name of ['hold_booking', 'book_instantly', 'confirm_booking'] as const)
    for (const field of ['payment', 'payments', 'type', 'metadata', 'amount', 'status'])
      assert.ok(!Object.hasOwn(inputOf(name).properties, field), `${name} ${field}`)
  assert.deepEqual(Object.keys(inputOf('send_invoice').properties), ['id', 'confirmation_token'])
  for (const field of ['status', 'payment_status', 'amount_paid', 'paid_at'])
    assert.ok(!Object.hasOwn(inputOf('create_invoice').properties, field), field)
})

test('lists have pages and filters', () => {
  for (const name of TOOL_NAMES.filter((one) => one.startsWith('list_')))
    for (const field of ['page', 'limit']) assert.ok(Object.hasOwn(inputOf(name).properties, field), name)
})

test('fields go to their place in the operation', () => {
  const id = 'ord_1/../../x y'
  assert.deepEqual(requestFor(OPERATIONS['bookings.read'], { id }), {
    method: 'GET',
    path: `/api/v1/bookings/${encodeURIComponent(id)}`,
    query: {},
    body: undefined,
  })
  assert.deepEqual(requestFor(OPERATIONS['bookings.list'], { limit: 5, search: 'ana & bia' }), {
    method: 'GET',
    path: '/api/v1/bookings',
    query: { limit: '5', search: 'ana & bia' },
    body: undefined,
  })
  const payment = { type: 'balance', amount: '1.00', currency: 'BRL' }
  assert.deepEqual(requestFor(OPERATIONS['bookings.confirm'], { id: 'ord_1', payment }), {
    method: 'PUT',
    path: '/api/v1/bookings/ord_1/confirm',
    query: {},
    body: { payment },
  })
  assert.deepEqual(requestFor(OPERATIONS['bookings.cancel'], { id: 'ord_1' }), {
    method: 'DELETE',
    path: '/api/v1/bookings/ord_1',
    query: {},
    body: undefined,
  })
})

test('no tool calls an operation that is public, or for people only', () => {
  for (const name of TOOL_NAMES)
    assert.ok(!['open', 'limited', 'person', 'pending', 'operator'].includes(operationOf(name).access), name)
})

const WRONG: [name: McpToolName, given: object, field: string][] = [
  [
    'create_quote',
    { client_id: 'x', issue_date: '2027-01-10', offer_ids: Array(300).fill('off_1') },
    'offer_ids',
  ],
  ['refund_invoice', { id: 'x', amount: -1 }, 'amount'],
  ['refund_invoice', { id: 'x', amount: 'ten' }, 'amount'],
  ['refund_invoice', { id: 'x', payment_id: {} }, 'payment_id'],
  ['send_invoice', {}, 'id'],
  ['send_invoice', { id: ['x'] }, 'id'],
  ['list_bookings', { limit: 'many' }, 'limit'],
  [
    'create_invoice',
    { client_id: 'x', issue_date: '2027-01-10', due_date: '2027-01-10', items: 'all' },
    'items',
  ],
]

for (const [name, given, field] of WRONG)
  test(`${name} is refused for its ${field}: ${JSON.stringify(given).slice(0, 60)}`, () => {
    const fault = faultOf(name, { ...given })
    assert.equal(fault?.code, 'invalid_request_parameters')
    assert.deepEqual(
      fault?.options.details?.map((one) => one.field),
      [field],
    )
  })

test('valid input is accepted unchanged', () => {
  const given = { search: 'ana' }
  assert.equal(faultOf('list_bookings', given), undefined)
  assert.deepEqual(given, { search: 'ana' })
  assert.equal(faultOf('refund_invoice', { id: 'x', amount: 0.01 }), undefined)
})

test('a reading call is identified by its tool, so that long responses are limited', () => {
  const calling = (name: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
  const reading = TOOL_NAMES.filter((name) => readingTool(calling(name)) === name)
  assert.ok(reading.includes('search_flights') && reading.includes('list_bookings'))
  assert.deepEqual(
    TOOL_NAMES.filter((name) => !reading.includes(name)),
    TOOL_NAMES.slice(TOOL_NAMES.indexOf('create_client')),
    'a changing call is not limited by its length',
  )
  for (const other of [calling('fly'), calling(7), { method: 'tools/list' }, {}, null, undefined, 'x'])
    assert.equal(readingTool(other), undefined)
})
