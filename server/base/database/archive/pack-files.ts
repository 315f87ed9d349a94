/** Packs the files of a cluster one by one, each readable by gunzip, and unpacks them, in little memory. */
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'

/** What gunzip wants at the end of a name. */
export const PACKED = '.gz'
/** How the name of what is not whole yet ends in an archive. */
export const PART = '.part'
const NEW_FILE = { flags: 'wx', mode: 0o600 } as const
/** Pages of a database: more effort saves little. */
const GZIP_LEVEL = 1

/** A thousand files are on the disk much sooner together than one by one. */
export async function syncDisk(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder])
}

/** Its bytes before, or null where it is gone. As long as it was when this began: it may grow meanwhile. */
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

/** Throws where it is damaged, or was of another length. */
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

/** Throws where it is damaged. */
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
