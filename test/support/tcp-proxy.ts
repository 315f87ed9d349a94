// A TCP proxy that fails like a network: it freezes connections without notice, or breaks them.
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'

export interface TcpProxy {
  readonly port: number
  /**
   * `open` freezes the current connections alone, `all` new ones too. With a name, only sessions of this
   * application_name.
   */
  freeze(what?: 'open' | 'all', applicationName?: string): void
  /** Frozen connections continue; if one end has closed meanwhile, the other is closed now. */
  thaw(): void
  /** Breaks every connection. */
  cut(): void
  close(): Promise<void>
}

export interface ProxiedConnection {
  readonly client: Socket
  readonly server: Socket
  close(): void
}

interface Pair extends ProxiedConnection {
  /** Undefined until the client has sent its first message. */
  applicationName: string | null | undefined
  isFrozen: boolean
}

/** With `relay`, the caller forwards the data of each connection itself; then only `close` may be used. */
export async function startTcpProxy(
  upstream: () => NetConnectOpts,
  relay?: (connection: ProxiedConnection) => void,
): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let freezesNew = (_pair: Pair) => false

  const listener = createServer((client) => {
    const server = createConnection(upstream())
    const pair: Pair = { client, server, applicationName: undefined, isFrozen: false, close }
    function close(): void {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    pairs.add(pair)
    for (const socket of [client, server]) {
      socket.setNoDelay(true).on('error', () => {})
      // A frozen network also hides that the other end has closed.
      socket.once('close', () => pair.isFrozen || close())
    }
    if (relay !== undefined) return relay(pair)
    client.once('data', (startup) => {
      client.pause()
      client.unshift(startup)
      pair.applicationName = /application_name\0([^\0]*)/.exec(startup.toString())?.[1] ?? null
      if (freezesNew(pair)) pair.isFrozen = true
      else join(pair)
    })
  })

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const cut = () => {
    for (const pair of pairs) pair.close()
  }
  return {
    port: (listener.address() as AddressInfo).port,
    freeze(what = 'all', applicationName) {
      const isMeant = (pair: Pair) =>
        applicationName === undefined || pair.applicationName === applicationName
      freezesNew = what === 'all' ? isMeant : () => false
      for (const pair of pairs) if (isMeant(pair)) part(pair)
    },
    thaw() {
      freezesNew = () => false
      for (const pair of pairs) {
        if (!pair.isFrozen) continue
        pair.isFrozen = false
        if (pair.client.destroyed || pair.server.destroyed) pair.close()
        else if (pair.applicationName === undefined)
          for (const end of [pair.client, pair.server]) end.resume()
        else join(pair)
      }
    },
    cut,
    async close() {
      listener.close()
      cut()
      await once(listener, 'close')
    },
  }
}

function join({ client, server }: Pair): void {
  client.pipe(server)
  server.pipe(client)
}

/** Data stay in the sockets, as on a network that fails silently. */
function part(pair: Pair): void {
  const { client, server } = pair
  pair.isFrozen = true
  client.unpipe(server)
  server.unpipe(client)
  client.pause()
  server.pause()
}

/** Where the server of a database listens. */
export function addressOf(databaseUrl: string): NetConnectOpts {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  return host.startsWith('/') ? { path: socketPath(host, port) } : { host, port }
}

export const socketPath = (folder: string, port: number): string => `${folder}/.s.PGSQL.${port}`

export interface DatabaseProxy extends TcpProxy {
  /** The database through this proxy, for the same user. */
  readonly url: string
}

export async function startDatabaseProxy(
  databaseUrl: string,
  relay?: (connection: ProxiedConnection) => void,
): Promise<DatabaseProxy> {
  const { user, database } = new pg.Client({ connectionString: databaseUrl })
  const proxy = await startTcpProxy(() => addressOf(databaseUrl), relay)
  return { ...proxy, url: `postgresql://${user}@127.0.0.1:${proxy.port}/${database}` }
}
