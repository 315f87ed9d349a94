// Raw requests on a socket: malformed or incomplete ones.
import { connect, type Socket } from 'node:net'
import { after } from 'node:test'
import { eventually } from './eventually.ts'

const END_CHARACTERS = 64

export interface RawConnection {
  socket: Socket
  /** The response so far. */
  text: () => string
  /** The last characters so far: searching a whole long response each time would be slow. */
  end: () => string
  isOpen: () => boolean
}

/** Connections of a test file, from other loopback addresses so that limits by address do not apply. */
export function rawRequestsTo(url: string): (bytes: string, localAddress?: string) => RawConnection {
  const { port } = new URL(url)
  const sockets = new Set<Socket>()
  after(() => {
    for (const socket of sockets) socket.destroy()
  })
  return (bytes, localAddress = '127.0.0.2') => {
    let [text, end] = ['', '']
    let isOpen = true
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
    socket.write(bytes)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const chunk = String(data)
      text += chunk
      end = `${end}${chunk}`.slice(-END_CHARACTERS)
    })
    socket.on('close', () => {
      isOpen = false
      sockets.delete(socket)
    })
    return { socket, text: () => text, end: () => end, isOpen: () => isOpen }
  }
}

type Headers = Readonly<Record<string, string | number>>

export const headOf = (method: string, path: string, headers: Headers = {}) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/**
 * Sends all but the last byte of a request, which the service accepts; `finish` sends that byte and returns the
 * response.
 */
export async function park(
  sendRaw: (bytes: string) => RawConnection,
  [method, path, body]: readonly [method: string, path: string, body: object],
  headers: Headers,
) {
  const text = JSON.stringify(body)
  const all = { ...headers, 'Content-Length': Buffer.byteLength(text), Expect: '100-continue' }
  const { socket, text: answered } = sendRaw(headOf(method, path, all))
  await eventually('the service has accepted it', () => answered().startsWith(CONTINUE))
  socket.write(text.slice(0, -1))
  return async function finish(): Promise<{ status: number; error: string | undefined; text: string }> {
    socket.write(text.slice(-1))
    const ended = await eventually('it is answered', () => {
      const [, answer] =
        /^HTTP\S+ (\d+ [\s\S]*\r\n\r\n\{[\s\S]*\})$/.exec(answered().slice(CONTINUE.length)) ?? []
      return answer
    })
    socket.destroy()
    const { error } = JSON.parse(ended.slice(ended.indexOf('\r\n\r\n')))
    return { status: Number(ended.slice(0, 3)), error, text: ended }
  }
}
