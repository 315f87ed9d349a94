// Compresses long texts for callers that take it: the answer to a search becomes a fiftieth. What is packed already,
// fits into a packet, or shows a secret once, is sent as it is.
import { pipeline, Readable, type Transform } from 'node:stream'
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
import type { FastifyReply, FastifyRequest } from 'fastify'
import { makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import { acceptedEncoding, type Encoding } from './negotiation.ts'
import type { App } from './types.ts'

// The three compressions, each at the level from which one more millisecond saves less than a line of 20 Mbit/s carries
// in it (docs/internals/performance.md). All of them work beside the event loop.

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

const PACKERS: Readonly<Record<Encoding, Packer>> = {
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

/** Below it there is little to gain: it fits into a packet or two, and packing it takes longer than sending. */
const BYTES_MIN = 2048
/** Two of the four threads that names, files and keys need too; what would wait long is sent as it is. */
const TURNS = { slots: 2, slotsEach: 2, waitingMax: 16, waitMs: 200 }
const TEXTS = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|yaml)\b|image\/svg\+xml)/

export function compressResponses(app: App): void {
  const turns = makeFairQueue(TURNS)
  // Of what never changes, such as the description of the API.
  const packed = new WeakMap<Buffer, Map<Encoding, Buffer>>()

  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) addVary(reply)
    // Most answers end here, before anything is looked up.
    if (typeof payload === 'string' && payload.length < BYTES_MIN / 3) return done(null, payload)
    const content = contentOf(request, reply, payload)
    if (content === null) return done(null, payload)
    addVary(reply)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding === null) return done(null, payload)
    if (content instanceof Readable) return done(null, packStream(request, reply, content, encoding))
    pack(request, reply, content, encoding).then((bytes) => done(null, bytes ?? payload), done)
  })

  /** Undefined where there is no time for it. */
  async function pack(
    request: FastifyRequest,
    reply: FastifyReply,
    content: string | Buffer,
    encoding: Encoding,
  ): Promise<Buffer | undefined> {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content)
    const known = packed.get(bytes)?.get(encoding)
    const whose = request.caller?.owner.teamId ?? request.ip
    try {
      const result = known ?? (await turns.run(whose, () => PACKERS[encoding].whole(bytes)))
      if (reply.hasHeader('etag')) packed.set(bytes, new Map(packed.get(bytes)).set(encoding, result))
      markPacked(reply, encoding)
      return result
    } catch (error) {
      if (error instanceof QueueFull) return undefined
      throw error
    }
  }
}

/** What may be compressed of an answer, whatever its caller takes. */
function contentOf(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.hasHeader('content-encoding')) return null
  if (request.routeOptions.config?.operation?.givesSecret === true) return null
  if (!TEXTS.test(String(reply.getHeader('content-type') ?? ''))) return null
  if (payload instanceof Readable) return payload
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  return isText && Buffer.byteLength(payload) >= BYTES_MIN ? payload : null
}

function packStream(
  { method }: FastifyRequest,
  reply: FastifyReply,
  content: Readable,
  encoding: Encoding,
): Readable {
  markPacked(reply, encoding)
  // Nothing of it is sent.
  if (method === 'HEAD') return content
  // Whoever reads the last of the two hears of every failure, and one that is given up ends the other.
  return pipeline(content, PACKERS[encoding].stream(), () => {})
}

function markPacked(reply: FastifyReply, encoding: Encoding): void {
  reply.removeHeader('content-length').header('content-encoding', encoding)
}

function addVary(reply: FastifyReply): void {
  const before = String(reply.getHeader('vary') ?? '')
  if (/accept-encoding/i.test(before)) return
  reply.header('vary', before === '' ? 'Accept-Encoding' : `${before}, Accept-Encoding`)
}
