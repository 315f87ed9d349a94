// Which text can be read on which colour: published pairs, and a reckoning of our own over generated colours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { brandColours, nearestReadable, textOn } from './contrast.ts'

const [WHITE, DARK] = ['#ffffff', '#141a22']

/** As the standard has it in words, written apart from what is tested. */
function ratio(one: string, other: string): number {
  const light = (colour: string) => {
    const number = Number(`0x${colour.slice(1)}`)
    const linear = [number >> 16, (number >> 8) & 255, number & 255]
      .map((value) => value / 255)
      .map((value) => (value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92))
    const [red = 0, green = 0, blue = 0] = linear
    return red * 0.2126 + green * 0.7152 + blue * 0.0722 + 0.05
  }
  return Math.max(light(one), light(other)) / Math.min(light(one), light(other))
}

test('the darkest grey with readable white text matches the published one', () => {
  assert.equal(textOn('#767676'), WHITE, '4.54 to 1')
  assert.equal(textOn('#777777'), null, '4.48 to 1, and too dark for dark text')
  assert.equal(textOn('#000000'), WHITE)
  assert.equal(textOn('#ffffff'), DARK)
  assert.deepEqual(brandColours('#ffd54f'), { back: '#ffd54f', text: DARK })
})

test('every colour has a readable text colour, or the nearest colour that has one', () => {
  const part = fc.integer({ min: 0, max: 255 })
  const asColour = (parts: readonly number[]) =>
    `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`
  let refused = 0
  fc.assert(
    fc.property(part, part, part, (...parts) => {
      const colour = asColour(parts)
      const text = textOn(colour)
      assert.equal(text !== null, Math.max(ratio(colour, WHITE), ratio(colour, DARK)) >= 4.5, colour)
      if (text !== null) return assert.ok(ratio(colour, text) >= 4.5, colour)
      refused++
      const nearest = nearestReadable(colour)
      assert.ok(ratio(nearest, textOn(nearest) ?? nearest) >= 4.5, nearest)
      const far = parts.map((one, at) =>
        Math.abs(one - Number.parseInt(nearest.slice(1 + 2 * at, 3 + 2 * at), 16)),
      )
      assert.ok(Math.max(...far) <= 40, `${colour} became ${nearest}`)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(refused > 20, `${refused} colours were refused`)
})
