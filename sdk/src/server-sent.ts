// Parses server-sent events from bytes, however the network splits them.

export interface ServerSent {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
  /** The delay before a reconnect, if given. */
  readonly retryMs: number | undefined
}

export async function* serverSent(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A \r at the end may be the first half of a line break.
      const ready = rest.endsWith('\r') ? rest.slice(0, -1) : rest
      const blocks = ready.replaceAll(/\r\n?/g, '\n').split('\n\n')
      const last = blocks.pop() ?? ''
      rest = rest.endsWith('\r') ? `${last}\r` : last
      for (const block of blocks) yield fieldsOf(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function fieldsOf(block: string): ServerSent {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    const before = fields.get(name)
    fields.set(name, name === 'data' && before !== undefined ? `${before}\n${value}` : value)
  }
  const retry = fields.get('retry') ?? ''
  return {
    id: fields.get('id'),
    event: fields.get('event') ?? 'message',
    data: fields.get('data') ?? '',
    retryMs: /^\d+$/.test(retry) ? Number(retry) : undefined,
  }
}
