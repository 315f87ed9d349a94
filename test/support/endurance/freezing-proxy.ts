// A network between a service and its database that can freeze: sockets stay open on both sides, and nothing passes.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface FreezingProxy {
  /** The database behind it, for the same user. */
  url: string
  /** `open`: only what is connected now; whoever connects anew gets through. */
  freeze(what: 'open' | 'all'): void
  thaw(): void
  close(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
}

export async function startFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const { host, port, user, database } = new pg.Client({ connectionString: databaseUrl })
  const pairs = new Set<Pair>()
  let isClosed = false

  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair = { near, far }
    pairs.add(pair)
    const over = () => {
      pairs.delete(pair)
      for (const socket of [near, far]) socket.destroy()
    }
    for (const socket of [near, far]) socket.on('error', over).once('close', over).setNoDelay(true)
    if (isClosed) return
    join(pair)
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  return {
    url: `postgresql://${user}@127.0.0.1:${ownPort}/${database}`,
    freeze(what) {
      isClosed = what === 'all'
      for (const pair of pairs) part(pair)
    },
    thaw() {
      isClosed = false
      for (const pair of pairs) {
        // Whoever came through meanwhile is joined already.
        part(pair)
        join(pair)
      }
    },
    async close() {
      for (const { near } of pairs) near.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function join({ near, far }: Pair): void {
  near.pipe(far)
  far.pipe(near)
}

/** What comes stays in the sockets, as it would on a line that is cut without a word. */
function part({ near, far }: Pair): void {
  near.unpipe(far)
  far.unpipe(near)
  near.pause()
  far.pause()
}
