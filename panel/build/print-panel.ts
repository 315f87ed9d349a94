// Run as a process: builds the panel and prints its files, one JSON line each, compressed for every encoding.
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { buildPanel } from './build-panel.ts'
import type { BuiltFile } from './built-file.ts'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
}
const TEXTS = /\.(?:html|js|css|svg|webmanifest)$/
const QUALITY = 9
/** The window sizes that Brotli allows, in bits. */
const [WINDOW_MIN, WINDOW_MAX] = [10, 22]

const files = await buildPanel()
process.stdout.write(
  files
    .filter(({ name }) => !name.endsWith('.woff'))
    .map((file) => `${JSON.stringify(lineOf(file))}\n`)
    .join(''),
)

function lineOf({ name, bytes }: BuiltFile): object {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return { name, type, bytes: bytes.toString('base64'), packed: TEXTS.test(name) ? compressedOf(bytes) : {} }
}

function compressedOf(bytes: Buffer): Record<string, string> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
  const br = brotliCompressSync(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_LGWIN]: windowFor(bytes) },
  })
  const zstd = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 2 * QUALITY } })
  const packed = { br, zstd, gzip: gzipSync(bytes, { level: 9 }) }
  return Object.fromEntries(Object.entries(packed).map(([name, one]) => [name, one.toString('base64')]))
}

/** Not larger than the file: with many small files, allocating windows would take longer than compressing. */
function windowFor({ length }: Buffer): number {
  return Math.min(WINDOW_MAX, Math.max(WINDOW_MIN, Math.ceil(Math.log2(length + 16))))
}
