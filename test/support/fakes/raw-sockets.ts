// The connections of a TLS server, which fakes need in order to reset them.
import { once } from 'node:events'
import type { Server } from 'node:https'
import type { Socket } from 'node:net'

/** Open connections by the caller's port. */
export function keepRawSockets(server: Server): Map<number, Socket> {
  const sockets = new Map<number, Socket>()
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(remotePort))
  })
  server.on('tlsClientError', () => {})
  // The caller decides how long they stay open.
  server.keepAliveTimeout = 0
  return sockets
}

/** Resets all connections. */
export async function closeAtOnce(server: Server, sockets: Map<number, Socket>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets.values()) socket.destroy()
  await closed
}
