// Compresses long text responses for clients that accept it. Compressed, small and secret responses are sent
// unchanged.
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

// The highest level at which one more millisecond still saves what a 20 Mbit/s line transfers in it
// (`npm run bench -- search`). All run outside the event loop.

interface Packer {
  whole(content: Buffer): Promise<Buffer>
  /** For responses that are streamed. */
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

/** Smaller responses fit into one or two packets, and compressing them takes longer than sending them. */
const BYTES_MIN = 2048
/**
 * Uses two of the four libuv threads that DNS, files and hashing need too. If the queue is long, the response
 * is sent uncompressed.
 */
const TURNS = { slots: 2, slotsEach: 2, waitingMax: 16, waitMs: 200 }
const TEXTS = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|yaml)\b|image\/svg\+xml)/

export function compressResponses(app: App): void {
  const turns = makeFairQueue(TURNS)
  // Compressed forms of constant responses, such as the OpenAPI document.
  const packed = new WeakMap<Buffer, Map<Encoding, Buffer>>()

  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) addVary(reply)
    // Most responses end here, before any lookup.
    if (typeof payload === 'string' && payload.length < BYTES_MIN / 3) return done(null, payload)
    const content = compressibleContent(request, reply, payload)
    if (content === null) return done(null, payload)
    addVary(reply)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding === null) return done(null, payload)
    if (content instanceof Readable) return done(null, packStream(request, reply, content, encoding))
    pack(request, reply, content, encoding).then((bytes) => done(null, bytes ?? payload), done)
  })

  /** Returns undefined if no thread is free in time. */
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

/** The part of a response that may be compressed. */
function compressibleContent(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
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
  // A HEAD response has no body.
  if (method === 'HEAD') return content
  // Errors reach the reader of the last stream, and destroying one stream destroys the other.
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
