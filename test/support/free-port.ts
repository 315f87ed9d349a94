// Ports of this machine: one for a server that must know it before it starts, and one that refuses
// connections.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Refuses everybody; a port closed a moment ago may be given to another test. `fetch` never asks at port 1. */
export const NOBODY = '127.0.0.1:2'

/** One that nobody listens at, as far as anybody can know. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
