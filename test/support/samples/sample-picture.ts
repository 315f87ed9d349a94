// Sample logos, created by other software than the one that reads them if possible.
import { PNG } from 'pngjs'

/** A disc of one colour on a transparent background. */
export function samplePng(width: number, height: number, [red, green, blue] = [10, 110, 92]): Buffer {
  const png = new PNG({ width, height })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside = ((2 * x) / width - 1) ** 2 + ((2 * y) / height - 1) ** 2 < 1
      png.data.set([red ?? 0, green ?? 0, blue ?? 0, isInside ? 255 : 0], (y * width + x) * 4)
    }
  }
  return PNG.sync.write(png)
}

/** One pixel, as cwebp of libwebp writes it. */
export const SAMPLE_WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
