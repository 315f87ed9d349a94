// The bars of boletos compared with another library's and read back by their widths.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import bwip from 'bwip-js/node'
import fc from 'fast-check'
import { readItf } from '../../../test/support/read-itf.ts'
import { type Bar, itfBars, itfModules } from './barcode.ts'

const boletos = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 44, maxLength: 44 })

test('the bars match another library', () => {
  fc.assert(
    fc.property(boletos, (digits) => {
      const [symbol] = bwip.raw({ bcid: 'interleaved2of5', text: digits })
      assert.ok(symbol !== undefined && 'sbs' in symbol)
      // That library draws wide elements twice as wide as narrow ones, and a last space.
      const expected = symbol.sbs.slice(0, -1).map((width) => (width === 2 ? 3 : width))
      assert.deepEqual(elementsOf(itfBars(digits)), expected)
    }),
  )
})

test('the bars decode to the digits', () => {
  fc.assert(fc.property(boletos, (digits) => assert.equal(readItf(itfBars(digits)), digits)))
})

test('a boleto is 405 modules wide', () => {
  fc.assert(
    fc.property(boletos, (digits) => {
      assert.equal(itfModules(digits), 405)
      const last = itfBars(digits).at(-1)!
      assert.equal(last.x + last.width, 405)
    }),
  )
})

test('anything but an even number of digits is refused', () => {
  for (const digits of ['', '1', '123', '1a', '12 34', '١٢']) assert.throws(() => itfBars(digits), RangeError)
})

function elementsOf(bars: Bar[]): number[] {
  return bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1]
    return next === undefined ? [width] : [width, next.x - x - width]
  })
}
