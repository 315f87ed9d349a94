/** Packs the files of a cluster one by one, each readable by gunzip, and unpacks them, in little memory. */
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'

/** The suffix that gunzip expects. */
export const PACKED = '.gz'
/** The suffix of files and folders that are not complete. */
export const PART = '.part'
const NEW_FILE = { flags: 'wx', mode: 0o600 } as const
/** Pages of a database: more effort saves little. */
const GZIP_LEVEL = 1

/** Much faster for a thousand files than to sync each one. */
export async function syncDisk(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder])
}

/** Returns the bytes before packing, or null if the file is gone. What it grows by meanwhile is left out. */
export async function packFile(from: string, to: string): Promise<number | null> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(from)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { size } = await file.stat()
    const content =
      size === 0 ? Readable.from([]) : file.createReadStream({ end: size - 1, autoClose: false })
    return await pack(content, to)
  } finally {
    await file.close()
  }
}

export async function packText(text: string, to: string): Promise<number> {
  return pack(Readable.from([Buffer.from(text)]), to)
}

/** Throws if the file is damaged or has another length. */
export async function unpackFile(from: string, to: string, bytes: number): Promise<void> {
  const counted = counter()
  await pipeline(
    createReadStream(`${from}${PACKED}`),
    createGunzip(),
    counted.through,
    createWriteStream(to, NEW_FILE),
  )
  if (counted.bytes() !== bytes)
    throw new Error(`${from}${PACKED} has ${counted.bytes()} bytes, not ${bytes}`)
}

/** Throws if the file is damaged. */
export async function testPacked(file: string): Promise<void> {
  await pipeline(createReadStream(file), createGunzip(), async (chunks) => {
    for await (const _chunk of chunks);
  })
}

async function pack(content: Readable, to: string): Promise<number> {
  const counted = counter()
  const disk = createWriteStream(`${to}${PACKED}`, NEW_FILE)
  await pipeline(content, counted.through, createGzip({ level: GZIP_LEVEL }), disk)
  return counted.bytes()
}

function counter() {
  let bytes = 0
  return {
    bytes: () => bytes,
    async *through(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        yield chunk
      }
    },
  }
}
