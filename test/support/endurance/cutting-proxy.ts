// A proxy between a service and its database that cuts the connection at a given statement.
import type { Socket } from 'node:net'
import { after } from 'node:test'
import { type ProxiedConnection, startDatabaseProxy } from '../tcp-proxy.ts'

export const CUTS = ['before', 'during', 'after', 'from'] as const
/**
 * `before` the statement is sent, `during` it, so that it runs and its response is lost, or `after` its response, with a
 * shutdown message. `from` is like `before`, and no connection succeeds until `restore`.
 */
export type Cut = (typeof CUTS)[number]

export interface CuttingProxy {
  /** The database through this proxy. */
  readonly url: string
  /** Cuts at this statement of the service's pool, counted from now on. */
  cutAt(statement: number, cut: Cut): void
  /** Connections succeed again. True if the cut has happened. */
  restore(): boolean
}

const STATEMENT_ENDS = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)))
/** The message "ready for query" ends a response. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
const SHUT_DOWN = errorMessage('SFATAL', 'C57P01', 'Mterminating connection due to administrator command')

function errorMessage(...fields: string[]): Buffer {
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  let plan: { left: number; cut: Cut } | undefined
  let hasCut = false
  let isUnavailable = false

  function relay({ client, server, close }: ProxiedConnection): void {
    let cut: Cut | undefined
    let isCounted: boolean | undefined
    if (isUnavailable) {
      close()
      return
    }
    server.on('data', (bytes: Buffer) => {
      const isResponseEnd = cut !== undefined && bytes.subarray(-6, -1).equals(READY)
      if (!isResponseEnd && cut !== 'during') client.write(bytes)
      else if (cut === 'after') client.end(Buffer.concat([bytes, SHUT_DOWN]))
      else if (isResponseEnd) close()
    })
    forEachStatement(client, (bytes, isStatement) => {
      isCounted ??= bytes.includes('application_name\0embarque\0')
      if (isStatement && isCounted) cut ??= nextCut()
      if (cut === 'from') isUnavailable = true
      if (cut === 'before' || cut === 'from') close()
      else server.write(bytes)
    })
  }

  function nextCut(): Cut | undefined {
    if (plan === undefined || --plan.left > 0) return undefined
    const { cut } = plan
    plan = undefined
    hasCut = true
    return cut
  }

  const proxy = await startDatabaseProxy(databaseUrl, relay)
  after(() => proxy.close())
  return {
    url: proxy.url,
    cutAt(statement, cut) {
      plan = { left: statement, cut }
      hasCut = false
    },
    restore() {
      plan = undefined
      isUnavailable = false
      return hasCut
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
