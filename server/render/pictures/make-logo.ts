// Creates the pictures of a logo from an upload. It is decoded and encoded again, so that only its pixels are
// published; type and size are checked before decoding.
import type { Sharp, SharpOptions } from 'sharp'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { fail } from '../../kernel/values/fail.ts'

export interface LogoPictures {
  /** Scaled to at most this size, in the original proportions. */
  readonly wide: Buffer
  readonly touch_icon: Buffer
  readonly icon: Buffer
  readonly width: number
  readonly height: number
}

const PIXELS_MAX = 25_000_000
const SIDE_MAX = 10_000
/** A progressive JPEG has about ten scans; each covers the whole picture, and may be a few bytes long. */
const SCANS_MAX = 24
const WIDE = 512
const TOUCH_ICON = 180
const ICON = 64
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 }

/** The first frame of animated pictures. Fails for truncated files and tolerates oddities. */
export const READING: SharpOptions = { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 }

export async function makeLogo(file: Uint8Array): Promise<LogoPictures> {
  if (!isKnown(Buffer.from(file.subarray(0, 12)).toString('latin1'))) fail('image_not_supported')
  refuseManyScans(Buffer.from(file.buffer, file.byteOffset, file.length))
  const open = await opener()
  const { width = 0, height = 0 } = await readable(open(file, READING).metadata())
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) fail('image_too_large')
  const within = { width: WIDE, height: WIDE, fit: 'inside', withoutEnlargement: true } as const
  const whole = asPng(open(file, READING).autoOrient().resize(within))
  const { data: wide, info } = await readable(whole.toBuffer({ resolveWithObject: true }))
  const square = (edge: number, background: typeof CLEAR) =>
    open(wide).resize({ width: edge, height: edge, fit: 'contain', background })
  // Phones show transparency as black.
  const touch_icon = await asPng(square(TOUCH_ICON, WHITE).flatten({ background: WHITE })).toBuffer()
  const icon = await asPng(square(ICON, CLEAR)).toBuffer()
  // Copies: the library's memory cannot be transferred to another thread.
  const files = { wide: Buffer.from(wide), touch_icon: Buffer.from(touch_icon), icon: Buffer.from(icon) }
  return { ...files, width: info.width, height: info.height }
}

/** PNG, JPEG and WebP, by their first bytes. */
function isKnown(begin: string): boolean {
  const isWebp = begin.startsWith('RIFF') && begin.slice(8) === 'WEBP'
  return begin.startsWith('\x89PNG\r\n\x1a\n') || begin.startsWith('\xff\xd8\xff') || isWebp
}

const SCAN = Buffer.from([0xff, 0xda])

function refuseManyScans(file: Buffer): void {
  if (file[0] !== 0xff) return
  let scans = 0
  for (let at = file.indexOf(SCAN); at !== -1; at = file.indexOf(SCAN, at + 2)) scans++
  if (scans > SCANS_MAX) fail('image_too_large', adviceWith('save it as a plain JPEG, without so many scans'))
}

const LOADERS = ['Png', 'Jpeg', 'Webp'].map((form) => `VipsForeignLoad${form}Buffer`)

/**
 * The library is loaded by the first picture and reads only these formats. Each picture uses one thread;
 * nothing is cached.
 */
export async function opener(): Promise<(file: Uint8Array, options?: SharpOptions) => Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

function asPng(picture: Sharp): Sharp {
  return picture.toColourspace('srgb').png({ compressionLevel: 9 })
}

/** Any error of the library is an error of the file. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    return fail(/pixel limit/.test(String(error)) ? 'image_too_large' : 'image_not_readable')
  }
}
