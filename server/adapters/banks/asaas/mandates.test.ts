// Pix Automático at a fake Asaas: authorizations with an immediate code, and charges that name them.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startFakeAsaas } from '../../../../test/support/fakes/fake-asaas.ts'
import { confirmed, NOON, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import { fixedClock } from '../../../kernel/process/clock.ts'
import { makeNames } from '../../dns/dns.ts'
import type { MandateChargeOrder, MandateOrder } from '../port.ts'
import { asaasBank } from './asaas-bank.ts'

const PAYER = { name: 'Maria de Exemplo', document: '52998224725' }
const day = (text: string) => Temporal.PlainDate.from(text)

async function mandateBank(t: TestContext) {
  const clock = fixedClock(NOON)
  const asaas = await startFakeAsaas({ clock })
  asaas.books.hasMandates = true
  const bank = asaasBank.connect(asaas.settings, {
    wall: clock,
    team: 'team_1',
    address: { allowedCidrs: [], loopbackOpen: true, resolve: makeNames({ servers: null }) },
  })
  t.after(async () => {
    await bank.close()
    await asaas.close()
  })
  return { asaas, bank, mandates: bank.mandates!, clock }
}

let contracts = 0

function mandateOrder(changes: Partial<MandateOrder> = {}): MandateOrder {
  contracts++
  return {
    contract: `mdt${String(contracts).padStart(10, '0')}`,
    subject: 'Viagem Lisboa',
    payer: PAYER,
    frequency: 'quarterly',
    amountCents: 50_000n,
    startsOn: day('2026-12-10'),
    endsOn: null,
    retries: 'none',
    first: pixOrder({ amountCents: 20_000n, payer: PAYER }),
    sentSince: null,
    ...changes,
  }
}

const chargeOrder = (mandate: string, txid: string): MandateChargeOrder => ({
  txid,
  mandate,
  amountCents: 50_000n,
  dueOn: day('2026-11-23'),
  payer: PAYER,
  description: 'Fatura 2026-000002',
})

test('the first charge is found by the paid code, which activates the authorization', async (t) => {
  const { asaas, bank, mandates } = await mandateBank(t)
  const order = mandateOrder()
  const offered = confirmed(await mandates.create(order))
  const reference = offered.bankReference!
  assert.equal(confirmed(await bank.read(order.first.txid, reference)).status, 'open')
  const [authorization] = asaas.books.authorizations
  assert.deepEqual([authorization?.frequency, authorization?.value], ['QUARTERLY', 500])
  const { id } = asaas.books.accept(offered.id)
  const paid = confirmed(await bank.read(order.first.txid, reference))
  assert.deepEqual([paid.status, paid.payments[0]?.id, paid.payments[0]?.amountCents], ['paid', id, 20_000n])
  assert.equal(confirmed(await mandates.read(offered.id)).status, 'active')
})

test('a lost response of the creation leaves one authorization', async (t) => {
  const { asaas, mandates } = await mandateBank(t)
  asaas.trouble('POST /pix/automatic', 'lost')
  const order = mandateOrder()
  assert.equal((await mandates.create(order)).outcome, 'unknown')
  const again = confirmed(await mandates.create({ ...order, sentSince: NOON }))
  assert.deepEqual(
    asaas.books.authorizations.map(({ id }) => id),
    [again.id],
  )
})

test('an account without Pix Automático is recognised, and registers for payments only', async (t) => {
  const { asaas, bank } = await mandateBank(t)
  assert.deepEqual(confirmed(await bank.probe!()), { cobv: false, pixAutomatic: true })
  await bank.register('https://embarque.example.test/callbacks/asaas/abc')
  assert.ok((asaas.books.webhooks[0]!.events as string[]).some((event) => event.startsWith('PIX_AUTOMATIC')))
  asaas.books.hasMandates = false
  assert.deepEqual(confirmed(await bank.probe!()), { cobv: false, pixAutomatic: false })
})

test('later charges name the authorization, once each; an overdue one was refused', async (t) => {
  const { asaas, bank, mandates } = await mandateBank(t)
  const { id } = confirmed(await mandates.create(mandateOrder()))
  const txid = 'cobranca00000000000000000001'
  assert.equal((await mandates.charge(chargeOrder(id, txid))).outcome, 'rejected', 'not active yet')
  asaas.books.accept(id)
  asaas.trouble('POST /payments', 'lost')
  assert.equal((await mandates.charge(chargeOrder(id, txid))).outcome, 'unknown')
  const { bankReference } = confirmed(await mandates.charge(chargeOrder(id, txid)))
  const [charge, ...others] = asaas.books.of(txid)
  assert.deepEqual([charge?.pixAutomaticAuthorizationId, others.length], [id, 0])
  const open = confirmed(await bank.read(txid, bankReference))
  assert.deepEqual(open.attempts, [{ on: '2026-11-23', status: 'scheduled', code: null }])
  charge!.status = 'OVERDUE'
  assert.equal(confirmed(await bank.read(txid, bankReference)).attempts?.[0]?.status, 'refused')
  asaas.books.pay(txid)
  assert.equal(confirmed(await bank.read(txid, bankReference)).status, 'paid')
})

test('an authorization ends by the service, by the payer, and with the code of its first charge', async (t) => {
  const { asaas, bank, mandates } = await mandateBank(t)
  const order = mandateOrder()
  const { id, bankReference } = confirmed(await mandates.create(order))
  assert.equal(confirmed(await bank.withdraw(order.first.txid, bankReference)).status, 'removed')
  assert.equal(confirmed(await mandates.read(id)).status, 'cancelled')
  const other = confirmed(await mandates.create(mandateOrder())).id
  asaas.books.accept(other)
  asaas.trouble('DELETE /pix/automatic', 'lost')
  assert.equal(confirmed(await mandates.cancel(other)).status, 'cancelled')
  assert.equal(confirmed(await mandates.cancel(other)).status, 'cancelled')
  const refused = confirmed(await mandates.create(mandateOrder())).id
  asaas.books.endAuthorization(refused, 'REFUSED')
  assert.equal(confirmed(await mandates.read(refused)).status, 'rejected')
})

test('events name the authorization', async (t) => {
  const { bank } = await mandateBank(t)
  const event = 'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_ACTIVATED'
  assert.deepEqual(bank.readCallback({ id: 'evt_1', event, authorization: { id: 'a1', status: 'ACTIVE' } }), [
    { eventId: 'evt_1', mandate: 'a1' },
  ])
  const instruction = { id: 'i1', authorization: { id: 'a1' } }
  assert.deepEqual(bank.readCallback({ id: 'evt_2', event: 'X', paymentInstruction: instruction }), [
    { eventId: 'evt_2', mandate: 'a1' },
  ])
})
