// A proxy between a service and its database that cuts the connection at a given statement: before it is
// sent, after it ran without a response, or after the response.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import pg from 'pg'

export const CUTS = ['before', 'during', 'after', 'from'] as const
/**
 * During: the response is lost. After: a shutdown message follows the response. From: like `before`, and no connection
 * gets through until the line is restored.
 */
export type Cut = (typeof CUTS)[number]

export interface CuttingProxy {
  /** The URL of the database through this proxy. */
  readonly url: string
  /** Counts statements of the pool from now on, without heartbeats and signals. */
  cutAt(statement: number, cut: Cut): void
  /** True if the line had been cut. */
  mend(): boolean
}

const STATEMENT_ENDS = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)))
/** The end of a response: ready for query. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
const SHUT_DOWN = errorMessage('SFATAL', 'C57P01', 'Mterminating connection due to administrator command')

function errorMessage(...fields: string[]): Buffer {
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const { host, port, user, database } = new pg.Client(url)
  let plan: { left: number; cut: Cut } | undefined
  let isCut = false
  let isAway = false
  const sockets = new Set<Socket>()

  function serve(service: Socket): void {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const ends = [service, server] as const
    let cut: Cut | undefined
    let isCounted: boolean | undefined
    const hangUp = () => {
      for (const end of ends) {
        end.destroy()
        sockets.delete(end)
      }
    }
    for (const end of ends) {
      sockets.add(end)
      end.on('error', hangUp).on('close', hangUp)
    }
    if (isAway) hangUp()
    server.on('data', (bytes: Buffer) => {
      const isAnswered = cut !== undefined && bytes.subarray(-6, -1).equals(READY)
      if (!isAnswered && cut !== 'during') service.write(bytes)
      else if (cut === 'after') service.end(Buffer.concat([bytes, SHUT_DOWN]))
      else if (isAnswered) hangUp()
    })
    forEachStatement(service, (bytes, isStatement) => {
      isCounted ??= bytes.includes('application_name\0embarque\0')
      if (isStatement && isCounted) cut ??= cutHere()
      if (cut === 'from') isAway = true
      if (cut === 'before' || cut === 'from') hangUp()
      else server.write(bytes)
    })
  }

  function cutHere(): Cut | undefined {
    if (plan === undefined || --plan.left > 0) return undefined
    const { cut } = plan
    plan = undefined
    isCut = true
    return cut
  }

  const proxy = createServer(serve).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  after(() => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `postgresql://${user}@127.0.0.1:${address.port}/${database}`,
    cutAt(statement, cut) {
      plan = { left: statement, cut }
      isCut = false
    },
    mend() {
      plan = undefined
      isAway = false
      return isCut
    },
  }
}

/** Splits the stream into messages; those of one statement are forwarded together. */
function forEachStatement(from: Socket, take: (bytes: Buffer, isStatement: boolean) => void): void {
  let read = Buffer.alloc(0)
  let hasBegun = false
  from.on('data', (bytes: Buffer) => {
    read = Buffer.concat([read, bytes])
    for (let at = 0; at < read.length; ) {
      // The first message of a session has no type byte.
      const letters = hasBegun ? 1 : 0
      if (read.length < at + letters + 4) return
      const end = at + letters + read.readInt32BE(at + letters)
      if (read.length < end) return
      const endsStatement = hasBegun && STATEMENT_ENDS.has(read[at] ?? 0)
      if (!hasBegun || endsStatement || read[at] === 'X'.charCodeAt(0)) {
        take(read.subarray(0, end), endsStatement)
        read = read.subarray(end)
        at = 0
        hasBegun = true
      } else at = end
    }
  })
}
