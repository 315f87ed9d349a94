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
  isFrozen: boolean
}

export async function startFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const { host, port, user, database } = new pg.Client({ connectionString: databaseUrl })
  const pairs = new Set<Pair>()
  let isClosed = false

  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair: Pair = { near, far, isFrozen: isClosed }
    pairs.add(pair)
    // One side does not learn of the other's end while nothing passes.
    const over = () => {
      if (!pair.isFrozen) end(pair)
    }
    for (const socket of [near, far]) socket.on('error', over).once('close', over).setNoDelay(true)
    if (isClosed) return
    join(pair)
  })

  function end(pair: Pair): void {
    pairs.delete(pair)
    for (const socket of [pair.near, pair.far]) socket.destroy()
  }

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
        if (pair.near.destroyed || pair.far.destroyed) end(pair)
        else join(pair)
      }
    },
    async close() {
      for (const pair of pairs) end(pair)
      server.close()
      await once(server, 'close')
    },
  }
}

function join(pair: Pair): void {
  const { near, far } = pair
  pair.isFrozen = false
  near.pipe(far)
  far.pipe(near)
}

/** What comes stays in the sockets, as it would on a line that is cut without a word. */
function part(pair: Pair): void {
  const { near, far } = pair
  pair.isFrozen = true
  near.unpipe(far)
  far.unpipe(near)
  near.pause()
  far.pause()
}
