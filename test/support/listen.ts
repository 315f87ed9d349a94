// Reads a stream of server-sent events like a browser, over its own socket.
import assert from 'node:assert/strict'
import { Agent, request } from 'undici'
import { eventually } from './eventually.ts'

export interface Frame {
  id?: string
  event?: string
  // biome-ignore lint/suspicious/noExplicitAny: events of every kind
  data?: any
  retry?: string
}

export interface Ear {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** All messages, without keep-alive comments. */
  frames: Frame[]
  /** The events among them. */
  events(): Frame[]
  /** Resolves once there are as many events. */
  heard(count: number): Promise<Frame[]>
  /** True once the other side has ended the stream, cleanly or not. */
  isOver(): boolean
  /** The number of keep-alive comments. */
  beats(): number
  /** Pauses reading until `resume`. */
  pause(): void
  resume(): void
  leave(): void
}

/** With a key, or as the caller of the headers. */
export async function listen(
  url: string,
  key: string | null,
  headers: Record<string, string> = {},
): Promise<Ear> {
  const dispatcher = new Agent({ pipelining: 0, bodyTimeout: 0 })
  const address = new URL(url.includes('/api/') ? url : '/api/v1/stream', url)
  const answer = await request(address, {
    dispatcher,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
  })
  const { body } = answer
  const frames: Frame[] = []
  let [text, isOver, beats] = ['', false, 0]
  body.on('data', (chunk) => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block === ':') beats++
      else frames.push(frameOf(block))
    }
  })
  body.on('close', () => {
    isOver = true
  })
  body.on('error', () => {})
  const events = () => frames.filter(({ event }) => event !== undefined)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    frames,
    events,
    async heard(count) {
      await eventually(`${count} events were heard`, () => events().length >= count)
      assert.equal(events().length, count)
      return events()
    },
    isOver: () => isOver,
    beats: () => beats,
    pause: () => void body.pause(),
    resume: () => void body.resume(),
    leave: () => void body.destroy(),
  }
}

function frameOf(block: string): Frame {
  const fields = block.split('\n').map((line): [string, string] => {
    const [, name = '', value = ''] = /^(\w+): (.*)$/s.exec(line) ?? assert.fail(`not a field: ${line}`)
    return [name, name === 'data' ? JSON.parse(value) : value]
  })
  return Object.fromEntries(fields)
}
