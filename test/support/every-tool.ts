// An agent that calls every tool once, in a workable order, with any client.
import assert from 'node:assert/strict'
import { MCP_TOOLS, type McpToolName } from '../../contract/mcp-tools.ts'
import { TOOL_NAMES } from '../../server/app/mcp/call-operation.ts'
import type { Agency } from './agency.ts'
import { passengersOf, zzOffer } from './bookings.ts'
import { oneWay } from './searches.ts'

// biome-ignore lint/suspicious/noExplicitAny: results of every tool
export type ToolResult = any

/** Calls one tool; returns its structured result and whether it is an error. */
export type CallTool = (tool: string, given?: object) => Promise<ToolResult>

export const PERSON = { client_type: 'individual', email: 'ana@reis.example' }
export const FLIGHT = oneWay('GRU', 'SDU', '2027-03-10')

/** The summary, and the response of the second call. */
export async function agreed(
  call: CallTool,
  tool: McpToolName,
  given: object,
): Promise<{ summary: string; done: ToolResult }> {
  const first = await call(tool, given)
  assert.deepEqual([first.outcome, first.isError], ['confirmation_required', false], JSON.stringify(first))
  const done = await call(tool, { ...given, confirmation_token: first.confirmation_token })
  return { summary: first.summary, done }
}

export async function callEveryTool(agency: Agency, call: CallTool): Promise<void> {
  const called = new Set<string>()
  const ask = async (tool: McpToolName, given: object = {}): Promise<ToolResult> => {
    called.add(tool)
    const response =
      'needsConfirmation' in MCP_TOOLS[tool]
        ? (await agreed(call, tool, given)).done
        : await call(tool, given)
    assert.equal(response.outcome, 'done', `${tool}: ${JSON.stringify(response)}`)
    return response.result
  }
  assert.ok((await ask('search_places', { query: 'são paulo' })).length > 0)
  assert.equal((await ask('search_flights', FLIGHT)).offers.length, 5)
  const offer = await zzOffer(agency.test)
  assert.equal((await ask('read_offer', { id: offer.id })).id, offer.id)
  const held = await ask('hold_booking', { offerId: offer.id, passengers: passengersOf(offer) })
  assert.equal(held.status, 'pending')
  assert.equal((await ask('confirm_booking', { id: held.id })).id, held.id)
  const other = await zzOffer(agency.test)
  const instant = await ask('book_instantly', { offerId: other.id, passengers: passengersOf(other) })
  assert.ok(['confirmed', 'ticketed'].includes(instant.status))
  assert.equal((await ask('cancel_booking', { id: instant.id })).status, 'cancelled')
  assert.equal((await ask('list_bookings')).length, 2)
  const read = await ask('read_booking', { id: held.id })
  assert.deepEqual([read.id, 'identity_documents' in read.passengers[0]], [held.id, false])
  assert.ok((await ask('read_booking_timeline', { id: held.id })).length > 2)
  const client = await ask('create_client', { ...PERSON, full_name: 'Ana Reis', cpf: '529.982.247-25' })
  const asRead = await ask('read_client', { id: client.id })
  assert.deepEqual([asRead.id, asRead.cpf], [client.id, '529.982.247-25'])
  assert.ok((await ask('list_clients', { search: 'Reis' })).length >= 1)
  const flights = await ask('create_quote', {
    client_id: client.id,
    issue_date: '2027-01-10',
    offer_ids: [offer.id, other.id],
  })
  assert.deepEqual(
    flights.options.map(({ total, trip }: ToolResult) => [total, trip.legs[0].origin]),
    [offer, other].map((one) => [Number(one.client_amount), 'FEN']),
  )
  const items = [{ description: 'Hotel', quantity: 1, unit_price: 100 }]
  const quote = await ask('create_quote', {
    client_id: client.id,
    issue_date: '2027-01-10',
    valid_until: '2027-02-10',
    items,
  })
  assert.equal((await ask('read_quote', { id: quote.id })).id, quote.id)
  assert.equal((await ask('list_quotes')).length, 2)
  const invoice = await ask('create_invoice', {
    client_id: client.id,
    issue_date: '2027-01-10',
    due_date: '2027-02-10',
    items,
  })
  assert.equal((await ask('send_invoice', { id: invoice.id })).status, 'sent')
  assert.equal((await ask('read_receivables')).amount, 100)
  await agency.test.post(`/api/v1/test/charges/${invoice.id}/pay`)
  assert.equal((await ask('refund_invoice', { id: invoice.id, amount: 40 })).amount, 40)
  assert.equal((await ask('read_invoice', { id: invoice.id })).id, invoice.id)
  assert.equal((await ask('list_invoices')).length, 1)
  const paid = await ask('create_invoice', {
    client_id: client.id,
    issue_date: '2027-01-10',
    due_date: '2027-02-10',
    items,
  })
  await ask('send_invoice', { id: paid.id })
  await agency.test.post(`/api/v1/invoices/${paid.id}/payments`, { amount: 100 })
  const note = await ask('credit_invoice', {
    invoice_id: paid.id,
    amount: 30,
    reason: 'Engano',
    excess: 'credit',
  })
  assert.deepEqual(
    (await ask('list_credit_notes', { invoice_id: paid.id })).map(({ id }: ToolResult) => id),
    [note.id],
  )
  assert.equal((await ask('read_client_balance', { id: client.id })).credit, 30)
  assert.ok((await ask('read_client_statement', { id: client.id })).lines.length > 1)
  const next = await ask('create_invoice', {
    client_id: client.id,
    issue_date: '2027-01-10',
    due_date: '2027-02-10',
    items,
  })
  await ask('send_invoice', { id: next.id })
  assert.equal((await ask('use_client_credit', { id: next.id })).amount_due, 70)
  const trip = await ask('create_trip', { client_id: client.id, title: 'Lisboa' })
  const hotel = { id: trip.id, kind: 'lodging', description: 'Hotel', price_amount: 100 }
  assert.equal((await ask('add_trip_item', hotel)).trip_id, trip.id)
  assert.equal((await ask('read_trip', { id: trip.id })).money.price, 100)
  assert.equal((await ask('list_trips')).length, 1)
  assert.deepEqual(await ask('list_warnings', { trip_id: trip.id }), [])
  const recharge = await ask('create_recharge', { amount: '150.00', payment_method: 'pix' })
  assert.ok(JSON.stringify(await ask('list_recharges')).includes(recharge.id ?? recharge.recharge_id))
  assert.match((await ask('read_wallet_balance')).balance, /^\d+\.\d\d$/)
  assert.ok(JSON.stringify(await ask('list_wallet_transactions')).includes('debit'))
  assert.deepEqual([...called].toSorted(), TOOL_NAMES.toSorted())
}
