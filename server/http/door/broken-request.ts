// Answers bytes that are not valid HTTP in the usual error shape, written directly to the socket.
import type { Socket } from 'node:net'
import { ERRORS } from '../../../contract/errors.ts'
import { makeId } from '../../base/values/ids.ts'
import type { World } from '../../world.ts'

export function answerBrokenRequest(
  world: World,
): (error: Error & { code?: string }, socket: Socket) => void {
  return ({ code }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const name = code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_request_parameters'
    const { status, text } = ERRORS[name]
    const requestId = makeId('request', world.wall.now())
    const message = `${text}: the request is not well-formed HTTP; check its first lines and headers`
    const body = JSON.stringify({ success: false, error: text, code: name, message, request_id: requestId })
    const head = [
      `HTTP/1.1 ${status} ${text}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
