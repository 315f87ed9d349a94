// The connections of a TLS server, which fakes need in order to reset them.
import { once } from 'node:events'
import type { Server } from 'node:https'
import type { Socket } from 'node:net'

/** By the caller's port, as long as they are open. */
export function keepRawSockets(server: Server): Map<number, Socket> {
  const sockets = new Map<number, Socket>()
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(remotePort))
  })
  server.on('tlsClientError', () => {})
  // They stay as long as the caller likes.
  server.keepAliveTimeout = 0
  return sockets
}

/** Whoever is connected is cut off. */
export async function closeAtOnce(server: Server, sockets: Map<number, Socket>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets.values()) socket.destroy()
  await closed
}
