// Answers bytes that are not valid HTTP, or never become a whole request, in the usual error shape, written directly to
// the socket.
import type { Socket } from 'node:net'
import { ERRORS } from '../../../contract/errors.ts'
import type { World } from '../../features/world.ts'
import { Fail, failureBody } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'

export function answerBrokenRequest(
  world: World,
): (error: Error & { code?: string }, socket: Socket) => void {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const failure = failureOf(code)
    const requestId = makeId('request', world.wall.now())
    const body = JSON.stringify(failureBody(failure, requestId))
    const head = [
      `HTTP/1.1 ${failure.status} ${ERRORS[failure.code].text}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

function failureOf(code: string): Fail {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fail('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Fail('payload_too_large', { advice: 'the headers of the request are too long' })
  const advice = 'the request is not well-formed HTTP; check its first lines and headers'
  return new Fail('invalid_request_parameters', { advice })
}
