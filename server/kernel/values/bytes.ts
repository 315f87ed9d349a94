// Bytes with memory of their own.

/**
 * A copy with its own memory. Small buffers share slabs of 64 KB, and one that is kept would keep its whole
 * slab.
 */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer)

/**
 * Encodes texts without joining them first: a long string is collected late, and delays the collection of everything
 * else. The bytes have their own memory.
 */
export function joinedBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  let length = 0
  for (const text of texts) length += Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const text of texts) end += bytes.write(text, end)
  return bytes
}
