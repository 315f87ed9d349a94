// Uploaded pictures: any bytes give our pictures or one of our errors, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import sharp from 'sharp'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { SAMPLE_WEBP, samplePng } from '../../../test/support/samples/sample-picture.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { makeLogo } from './make-logo.ts'

const png = samplePng(90, 30)
const FORMS = {
  PNG: png,
  JPEG: await sharp(png).jpeg().toBuffer(),
  WebP: await sharp(png).webp().toBuffer(),
  'WebP without loss': await sharp(png).webp({ lossless: true }).toBuffer(),
  'a JPEG for print': await sharp(png).toColourspace('cmyk').jpeg().toBuffer(),
  'a grey PNG': await sharp(png).greyscale().png({ palette: true }).toBuffer(),
  'a PNG in laces': await sharp(png).png({ progressive: true }).toBuffer(),
  'a PNG of 16 bits': await sharp(png).toColourspace('rgb16').png().toBuffer(),
}

for (const [name, file] of Object.entries(FORMS)) {
  test(`${name} becomes three PNGs`, async () => {
    const { wide, touch_icon, icon, width, height } = await makeLogo(file)
    assert.deepEqual([width, height], [90, 30])
    for (const [picture, sides] of [
      [wide, [90, 30]],
      [touch_icon, [180, 180]],
      [icon, [64, 64]],
    ] as const) {
      const read = PNG.sync.read(picture)
      assert.deepEqual([read.width, read.height], sides)
    }
  })
}

test('the first frame of an animation is used', async () => {
  const frames = [samplePng(20, 20, [255, 0, 0]), samplePng(20, 20, [0, 0, 255])]
  const animated = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer()
  const { wide, width, height } = await makeLogo(animated)
  assert.deepEqual([width, height], [20, 20])
  assert.deepEqual([...PNG.sync.read(wide).data.subarray(4 * 210, 4 * 210 + 3)], [255, 0, 0])
})

async function outcomeOf(file: Buffer): Promise<string> {
  try {
    const { wide } = await makeLogo(file)
    return PNG.sync.read(wide).width > 0 ? 'made' : 'empty'
  } catch (error) {
    return error instanceof Fail ? error.code : String(error)
  }
}

const OUTCOMES = ['made', 'image_not_supported', 'image_not_readable', 'image_too_large']

test('a truncated or damaged file becomes a picture or is refused', async () => {
  const damaged = fc
    .tuple(fc.constantFrom(...Object.values(FORMS), SAMPLE_WEBP), fc.nat(), fc.nat(255), fc.boolean())
    .map(([file, place, value, isCut]) => {
      const at = place % file.length
      if (isCut) return file.subarray(0, at)
      const changed = Buffer.from(file)
      changed[at] = value
      return changed
    })
  await fc.assert(
    fc.asyncProperty(damaged, async (file) => assert.ok(OUTCOMES.includes(await outcomeOf(file)))),
    { numRuns: fullRuns ? 600 : 75 },
  )
})

test('a file that only begins like a picture is refused', async () => {
  const begins = Object.values(FORMS).map((file) => file.subarray(0, 12))
  const rest = fc.uint8Array({ maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...begins), rest, async (begin, more) => {
      const outcome = await outcomeOf(Buffer.concat([begin, more]))
      assert.ok(outcome !== 'made' && OUTCOMES.includes(outcome), outcome)
    }),
    { numRuns: fullRuns ? 300 : 50 },
  )
})
