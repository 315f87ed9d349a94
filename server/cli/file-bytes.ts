// Takes a stream apart into runs of a given length, holding little more than one of them in memory.

export interface Bytes {
  /** Fewer where the stream ends before. */
  upTo(count: number): Promise<Buffer>
  /** Whether nothing is left. */
  isOver(): Promise<boolean>
}

export function makeBytes(chunks: AsyncIterable<Buffer | string>): Bytes {
  const source = chunks[Symbol.asyncIterator]()
  let pending: Buffer[] = []
  let held = 0
  let isDone = false

  async function readOn(): Promise<void> {
    const next = await source.next()
    if (next.done) {
      isDone = true
      return
    }
    const chunk = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
    pending.push(chunk)
    held += chunk.length
  }

  return {
    async upTo(count) {
      while (held < count && !isDone) await readOn()
      const all = Buffer.concat(pending)
      const taken = all.subarray(0, count)
      pending = [all.subarray(taken.length)]
      held = all.length - taken.length
      return taken
    },
    async isOver() {
      while (held === 0 && !isDone) await readOn()
      return held === 0
    },
  }
}
