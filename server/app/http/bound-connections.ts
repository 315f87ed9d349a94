// Bounds what strangers can keep open: connections of one address, and the time that an unfinished request may take.
import type { Server } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { countedAddress } from '../../kernel/values/counted-address.ts'
import { connectionsRefused } from './request-metrics.ts'
import type { HttpConfig } from './settings.ts'

/** For the server: how long a request may take to arrive, and how often that is looked at. */
export const UNFINISHED = {
  requestTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
}

const CONNECTIONS_MAX = 8_192

/** A proxy in front brings everybody's connections, and is not counted: it counts its own callers. */
export function boundConnections(
  server: Server,
  { connectionsPerAddress: most, trustProxy }: Pick<HttpConfig, 'connectionsPerAddress' | 'trustProxy'>,
): void {
  server.maxConnections = CONNECTIONS_MAX
  if (most === 0) return
  const isProxy = proxyTest(trustProxy)
  const open = new Map<string, number>()
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket
    if (isProxy(remoteAddress)) return
    const network = countedAddress(remoteAddress)
    const count = open.get(network) ?? 0
    if (count >= most) {
      connectionsRefused.inc()
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

function proxyTest(proxies: number | string[]): (address: string) => boolean {
  if (typeof proxies === 'number') return () => proxies > 0
  const list = new BlockList()
  for (const text of proxies) {
    const [address = '', prefix] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) > 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}
