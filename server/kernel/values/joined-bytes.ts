// Texts as bytes, without the one long text that they would make together: such a text is collected late, and a search
// that makes some of them has everything else collected with them.

/** One after the other, in memory of their own. */
export function joinedBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  let length = 0
  for (const text of texts) length += Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const text of texts) end += bytes.write(text, end)
  return bytes
}
