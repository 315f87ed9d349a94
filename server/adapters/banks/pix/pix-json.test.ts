// Anything that a bank or a stranger sends is read or refused without an exception, and no amount changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NOON, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import {
  chargeBody,
  PIX_CENTS_MAX,
  readBankCharge,
  readHints,
  readPaymentPage,
  readRefund,
} from './pix-json.ts'

const KEY = '12345678909'
const NAMES = (
  'txid status chave valor original pix pixCopiaECola endToEndId horario devolucoes id parametros paginacao ' +
  'paginaAtual quantidadeDePaginas __proto__'
).split(' ')

/** JSON that resembles the API's. */
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(
      null,
      0,
      1,
      '1.00',
      'ATIVA',
      'DEVOLVIDO',
      KEY,
      '2026-11-16T12:00:00Z',
      pixOrder().txid,
      '',
    ),
    fc.array(tie('anything'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('anything')),
    fc.jsonValue(),
  ),
}))

test('no response makes a reader throw', () => {
  fc.assert(
    fc.property(anything, (value) => {
      readBankCharge(value)
      readPaymentPage(value, KEY)
      readRefund(value)
      const hints = readHints(value)
      assert.ok(hints === null || hints.every(({ eventId }) => eventId.length < 2_000))
    }),
    { numRuns: 2_000 },
  )
})

test('an amount is read as it was sent', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, PIX_CENTS_MAX), (amountCents) => {
      const order = pixOrder({ amountCents })
      const body = chargeBody(order, KEY, NOON)
      const charge = readBankCharge({ ...body, txid: order.txid, status: 'ATIVA' })
      assert.deepEqual(charge, {
        txid: order.txid,
        status: 'open',
        amountCents,
        pixKey: KEY,
        payments: [],
        codes: [],
        location: null,
      })
      assert.match((body as { valor: { original: string } }).valor.original, /^\d{1,10}\.\d{2}$/)
    }),
  )
})
