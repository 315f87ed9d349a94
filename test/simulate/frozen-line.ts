// A connection between a service and its database that can be frozen without notice. Thawed, it continues;
// cut, both ends see it break.
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'

export interface FrozenLine {
  port: number
  freeze(): void
  thaw(): void
  cut(): void
  close(): Promise<void>
}

/** Each connection goes where `to` says at its time. */
export async function openLine(to: () => NetConnectOpts): Promise<FrozenLine> {
  const ends = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = createConnection(to())
    join(near, far)
    join(far, near)
  })

  /** The other ends of connections that were closed while frozen. */
  const bereft = new Set<Socket>()

  function join(from: Socket, into: Socket): void {
    ends.add(from)
    from.setNoDelay(true)
    from.on('data', (chunk) => void into.write(chunk))
    from.on('error', () => {})
    from.once('end', () => into.end())
    from.once('close', () => {
      ends.delete(from)
      // A frozen line also hides the end of one side from the other.
      if (isFrozen) bereft.add(into)
      else into.destroy()
    })
    if (isFrozen) from.pause()
  }

  function cut(): void {
    for (const end of ends) end.destroy()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true
      for (const end of ends) end.pause()
    },
    thaw() {
      isFrozen = false
      for (const end of bereft) end.destroy()
      bereft.clear()
      for (const end of ends) end.resume()
    },
    cut,
    async close() {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
