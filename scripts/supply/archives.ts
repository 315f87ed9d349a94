// Extracts one file from an archive, to compare a publisher's binary with a package's.
import { inflateRawSync } from 'node:zlib'

const BLOCK = 512

/** A file of an unpacked tar archive, by its whole path. */
export function fileInTar(archive: Buffer, path: string): Buffer | undefined {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK)
    const name = textIn(header, 0, 100)
    if (name === '') return undefined
    const prefix = textIn(header, 345, 155)
    const size = Number.parseInt(textIn(header, 124, 12).trim() || '0', 8)
    const start = at + BLOCK
    if ((prefix === '' ? name : `${prefix}/${name}`) === path) return archive.subarray(start, start + size)
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return undefined
}

function textIn(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end)
}

const CENTRAL = 0x02014b50
const END = 0x06054b50

/** The first file of a zip archive whose name ends so. */
export function fileInZip(archive: Buffer, ending: string): Buffer | undefined {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || archive.readUInt32LE(end) !== END) return undefined
  let at = archive.readUInt32LE(end + 16)
  while (at + 46 <= archive.length && archive.readUInt32LE(at) === CENTRAL) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(at + field),
    )
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength!)
    if (name.endsWith(ending)) return entryAt(archive, at)
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return undefined
}

function entryAt(archive: Buffer, central: number): Buffer {
  const method = archive.readUInt16LE(central + 10)
  const size = archive.readUInt32LE(central + 20)
  const local = archive.readUInt32LE(central + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + size)
  return method === 0 ? packed : inflateRawSync(packed)
}
