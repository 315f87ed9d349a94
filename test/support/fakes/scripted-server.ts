// A server with scripted responses, one request after the other: valid, invalid, or none.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

export interface Asked {
  method: string
  /** With its query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** Handles one request. */
export type Act = (response: ServerResponse, request: Asked) => void

/** JSON of any status. */
export const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Act =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))

/** Resets the connection; with a text, in the middle of the response. */
export const cuts =
  (begun?: string): Act =>
  (response) => {
    if (begun === undefined) return void response.destroy()
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write(begun, () => response.destroy())
  }

/** No response; resolves the test's wait for the request. */
export function hangs(): { act: Act; arrived: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { act: () => resolve(), arrived: promise }
}

/** Follows the script; the last act repeats. */
export async function scriptedServer() {
  let script: readonly Act[] = []
  const requests: Asked[] = []
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: await text(incoming) }
    const act = script[requests.length] ?? script.at(-1)
    requests.push(request)
    act?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The requests since the script began. */
    requests,
    play(...acts: Act[]) {
      script = acts
      requests.length = 0
    },
  }
}
