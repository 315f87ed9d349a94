// Reads a stream of server-sent events, frame by frame, however its bytes are cut.
import { Readable } from 'node:stream'

export interface Frame {
  id?: string
  event?: string
  data?: string
  retry?: string
}

export const bytesOf = ({ body }: Response): AsyncIterable<Uint8Array> => body ?? Readable.from([])

export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield frameOf(block)
  }
}

/** A comment, which begins with a colon, is a frame with nothing in it: the line is alive. */
function frameOf(block: string): Frame {
  const fields = block.split('\n').flatMap((line) => {
    const [, name, value] = /^(id|event|data|retry): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields)
}
