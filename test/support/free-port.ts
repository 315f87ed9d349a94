// Ports of this machine: one for a server that must know it before it starts, and one that refuses
// connections.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Always refuses; a port closed a moment ago may be given to another test. `fetch` blocks port 1. */
export const NOBODY = '127.0.0.1:2'

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
