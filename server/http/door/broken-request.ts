// Bytes that are not even HTTP still get an answer in the error shape, written by hand onto the socket.
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { makeId } from '../../base/values/ids.ts'
import type { World } from '../../world.ts'

interface Refusal {
  name: ErrorCode
  advice: string
}

const MALFORMED: Refusal = {
  name: 'invalid_request_parameters',
  advice: 'the request is not well-formed HTTP; check its first lines and headers',
}
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { name: 'payload_too_large', advice: 'the headers of the request are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { name: 'request_timeout', advice: ERRORS.request_timeout.advice },
}

export function answerBrokenRequest(
  world: World,
): (error: Error & { code?: string }, socket: Socket) => void {
  return ({ code }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { name, advice } = REFUSALS[code ?? ''] ?? MALFORMED
    const { status, text } = ERRORS[name]
    const requestId = makeId('request', world.wall.now())
    const message = `${text}: ${advice}`
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
