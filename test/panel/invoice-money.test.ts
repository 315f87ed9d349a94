import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isContested, isGivenBack, leftOf, owedToday } from '../../panel/logic/invoice-money.ts'

test('the amount due today includes fine and interest', () => {
  const due = { amount_due: 100, pix: null, boleto: null, early_payment: null }
  assert.equal(owedToday(due), 100)
  assert.equal(owedToday({ ...due, pix: { amount: 102.5 } }), 102.5)
  assert.equal(owedToday({ ...due, boleto: { amount: 103 } }), 103)
  assert.equal(owedToday({ ...due, amount_due: 0, pix: { amount: 102.5 } }), 0)
})

test('an invoice costs less until the day of its discount', () => {
  const early_payment = { until: '2026-12-01', amount_due: 95 }
  const due = { amount_due: 100, pix: null, boleto: { amount: 100 }, early_payment }
  assert.equal(owedToday(due, '2026-12-01'), 95)
  assert.equal(owedToday(due, '2026-12-02'), 100)
  assert.equal(owedToday({ ...due, amount_due: 0 }, '2026-12-01'), 0)
})

test('an invoice is fully refunded once nothing is kept and nothing is due', () => {
  assert.equal(isGivenBack({ refunded_amount: 50, amount_paid: 0, amount_due: 0 }), true)
  assert.equal(isGivenBack({ refunded_amount: 50, amount_paid: 0, amount_due: 50 }), false)
  assert.equal(isGivenBack({ refunded_amount: 50, amount_paid: 50, amount_due: 0 }), false)
  assert.equal(isGivenBack({ refunded_amount: 0, amount_paid: 0, amount_due: 0 }), false)
})

const paid = { amount: 100, method: 'pix', reference: 'E1' }
const returned = (amount: number, reference: string) => ({ amount, method: 'return', reference })

test('the rest of a payment excludes its own returns only', () => {
  assert.equal(leftOf(paid, [paid]), '100.00')
  assert.equal(leftOf(paid, [paid, returned(-30.1, 'E1:a'), returned(-50, 'E12:b')]), '69.90')
  assert.equal(leftOf(paid, [paid, returned(-30, 'E1:a'), returned(-70, 'E1:b')]), '0.00')
})

test('a disputed payment has no rest until the dispute is won', () => {
  const card = { amount: 100, surcharge_amount: 4, method: 'card', reference: 'S1', charge_id: 'chg_1' }
  const dispute = (amount: number, charge_id = 'chg_1') => ({
    amount,
    method: 'dispute',
    reference: 'dsp_1',
    charge_id,
  })
  assert.equal(leftOf(card, [card]), '104.00')
  assert.equal(leftOf(card, [card, dispute(-100)]), '0.00')
  assert.equal(leftOf(card, [card, dispute(-100), dispute(100)]), '104.00')
  assert.equal(leftOf(card, [card, dispute(-100, 'chg_2')]), '104.00')
})

test('a return without a refund was contested', () => {
  assert.equal(isContested(returned(-1, 'E1:abc'), [{ id: 'rfd_abc' }]), false)
  assert.equal(isContested(returned(-1, 'E1:D9'), [{ id: 'rfd_abc' }]), true)
  assert.equal(isContested(paid, []), false)
})
