// Another library reads the drawn codes back, from the PNG and from the SVG's path.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { qrPng, qrSvg } from './qr-image.ts'

type Read = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string; version: number } | null
// Its types say module, its code says CommonJS.
const read = jsqr as unknown as Read

const EXAMPLE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
  '5913Fulano de Tal6008BRASILIA62070503***63041D3D'

/** Texts of BR Codes: printable ASCII, mostly digits and lower case, 120 to 250 characters. */
const brCodes = fc
  .string({
    unit: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...'0123456789') },
      { weight: 5, arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz') },
      { weight: 3, arbitrary: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:') },
      { weight: 1, arbitrary: fc.constantFrom(...'^\\_@#&()[]{}<>"\'`~!?=;,|') },
    ),
    minLength: 92,
    maxLength: 222,
  })
  .map((rest) => `00020126580014br.gov.bcb.pix${rest}`)

test('the PNG decodes to the text', async () => {
  await fc.assert(
    fc.asyncProperty(brCodes, async (text) => assert.equal(readPng(await qrPng(text)), text)),
    { numRuns: fullRuns ? 20 : 4, examples: [[EXAMPLE]] },
  )
})

test('the SVG decodes to the text', () => {
  fc.assert(
    fc.property(brCodes, (text) => assert.equal(readSvg(qrSvg(text).markup), text)),
    { numRuns: fullRuns ? 40 : 6, examples: [[EXAMPLE]] },
  )
})

test('the PNG has eight pixels per module and a quiet zone of four modules', async () => {
  const { width, height, data } = PNG.sync.read(await qrPng(EXAMPLE))
  assert.equal(width, height)
  const code = read(new Uint8ClampedArray(data), width, height)!
  assert.equal(code.data, EXAMPLE)
  assert.equal(width, (17 + 4 * code.version + 8) * 8)
  const dark = [...Array(width * height).keys()].filter((pixel) => data[pixel * 4] === 0)
  const columns = dark.map((pixel) => pixel % width)
  const lines = dark.map((pixel) => Math.floor(pixel / width))
  for (const places of [columns, lines]) {
    assert.equal(Math.min(...places), 32)
    assert.equal(Math.max(...places), width - 33)
  }
})

test('the SVG is one sharp, scalable path with an accessible name', () => {
  const svg = qrSvg(EXAMPLE).markup
  assert.match(
    svg,
    /^<svg xmlns="[^"]+" viewBox="0 0 (\d+) \1" shape-rendering="crispEdges" role="img"><title>/,
  )
  assert.doesNotMatch(svg, /width=|height=|style=|<image|href/)
  assert.ok(svg.length < 20_000, `${svg.length} characters`)
})

test('the same text produces the same image', async () => {
  assert.equal(qrSvg(EXAMPLE).markup, qrSvg(EXAMPLE).markup)
  assert.deepEqual(await qrPng(EXAMPLE), await qrPng(EXAMPLE))
})

/** Every second pixel, which is still four a module and four times as fast to read. */
function readPng(png: Buffer): string | undefined {
  const { width, data } = PNG.sync.read(png)
  const side = width / 2
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let pixel = 0; pixel < side * side; pixel++) {
    const source = (Math.floor(pixel / side) * 2 * width + (pixel % side) * 2) * 4
    pixels.set(data.subarray(source, source + 4), pixel * 4)
  }
  return read(pixels, side, side)?.data
}

/** Draws the path's rectangles at three pixels a module, independent of how they were created. */
function readSvg(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)![1])
  const side = size * 3
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const path = /<path fill="#000" d="([^"]+)"/.exec(svg)![1]!
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  assert.equal(runs.map(([run]) => run).join(''), path)
  for (const [, x, y, length, back] of runs) {
    assert.equal(length, back)
    for (let line = 0; line < 3; line++) {
      const start = (Number(y) * 3 + line) * side + Number(x) * 3
      for (let pixel = start; pixel < start + Number(length) * 3; pixel++)
        pixels.fill(0, pixel * 4, pixel * 4 + 3)
    }
  }
  return read(pixels, side, side)?.data
}
