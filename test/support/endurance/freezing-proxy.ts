// A network between a service and its database that can freeze: sockets stay open, and nothing passes.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface FreezingProxy {
  /** The database behind it, for the same user. */
  url: string
  /**
   * `open`: freezes only current connections; new ones get through. With a name, only sessions of that
   * application_name.
   */
  freeze(what: 'open' | 'all', name?: string): void
  thaw(): void
  close(): Promise<void>
}

interface Pair {
  /** The application_name of its session, once it is known. */
  name: string | undefined
  near: Socket
  far: Socket
  isFrozen: boolean
}

export async function startFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const { host, port, user, database } = new pg.Client({ connectionString: databaseUrl })
  const pairs = new Set<Pair>()
  let isClosed = (_pair: Pair) => false

  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair: Pair = { name: undefined, near, far, isFrozen: false }
    pairs.add(pair)
    // While frozen, one side is not notified that the other has ended.
    const over = () => {
      if (!pair.isFrozen) end(pair)
    }
    for (const socket of [near, far]) socket.on('error', over).once('close', over).setNoDelay(true)
    // The first message of a session names it.
    near.once('data', (startup) => {
      near.pause()
      pair.name = /application_name\0([^\0]*)/.exec(startup.toString())?.[1]
      far.write(startup)
      if (isClosed(pair)) pair.isFrozen = true
      else join(pair)
    })
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
    freeze(what, name) {
      const isMeant = (pair: Pair) => name === undefined || pair.name === name
      isClosed = what === 'all' ? isMeant : () => false
      for (const pair of pairs) if (isMeant(pair)) part(pair)
    },
    thaw() {
      isClosed = () => false
      for (const pair of pairs) {
        // Connections that came through meanwhile are joined already.
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

/** Data stay in the sockets, as on a line that fails silently. */
function part(pair: Pair): void {
  const { near, far } = pair
  pair.isFrozen = true
  near.unpipe(far)
  far.unpipe(near)
  near.pause()
  far.pause()
}
