// The three compressions, each at the level from which one more millisecond saves less than a line of 20 Mbit/s carries
// in it (docs/performance.md). All of them work beside the event loop.
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import type { Encoding } from './accepted-encoding.ts'

interface Packer {
  whole(content: Buffer): Promise<Buffer>
  /** For what is sent while it is made. */
  stream(): Transform
}

const GZIP = { level: 6 }
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

const packGzip = promisify<Buffer, object, Buffer>(gzip)
const packBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const packZstd = promisify<Buffer, object, Buffer>(zstdCompress)

export const PACKERS: Readonly<Record<Encoding, Packer>> = {
  gzip: { whole: (content) => packGzip(content, GZIP), stream: () => createGzip(GZIP) },
  br: {
    whole: (content) =>
      packBrotli(content, { params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    stream: () => createBrotliCompress({ params: BROTLI }),
  },
  zstd: {
    whole: (content) => packZstd(content, { ...ZSTD, pledgedSrcSize: content.length }),
    stream: () => createZstdCompress(ZSTD),
  },
}
