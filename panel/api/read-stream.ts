// Reads server-sent events through fetch, because an EventSource cannot send the mode and team headers.

export interface StreamEvent {
  readonly id: string | undefined
  readonly type: string
  readonly data: string
}

/** Calls `onEvent` for each complete event until the stream ends; rejects if the connection breaks. */
export async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event !== undefined) onEvent(event)
    }
  }
}

function eventOf(block: string): StreamEvent | undefined {
  const fields = block.split('\n').flatMap((line) => {
    const found = /^(\w+): ?(.*)$/.exec(line)
    return found === null ? [] : [[found[1] ?? '', found[2] ?? ''] as const]
  })
  const named = (name: string) => fields.findLast(([field]) => field === name)?.[1]
  const data = fields.filter(([field]) => field === 'data').map(([, value]) => value)
  if (data.length === 0) return undefined
  return { id: named('id'), type: named('event') ?? 'message', data: data.join('\n') }
}
