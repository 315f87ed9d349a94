// The receiver of the sample agency's webhooks: it listens on this machine while the year is made.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  readonly url: string
  /** While a path is down, it responds with an error. */
  setDown(path: string, isDown: boolean): void
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const down = new Set<string>()
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(down.has(request.url ?? '') ? 503 : 204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    setDown(path, isDown) {
      if (isDown) down.add(path)
      else down.delete(path)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
