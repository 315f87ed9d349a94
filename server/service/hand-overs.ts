// Connections that were on their way to a process when it died. `node:cluster` hands a connection over, and closes its
// own end once the process has said that it took it. Of one that dies before, the parent would keep an end that nobody
// reads, and its caller would wait for an answer for as long as it has patience.
import type { Worker } from 'node:cluster'

interface Connection {
  close(): void
}

/** What `node:cluster` says to a process, and hears from it. */
interface ClusterMessage {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

/** By then the last that it has said was heard. */
const HEARD_WITHIN_MS = 500

/** Whoever is cut off asks again, and is answered by another. */
export function closeWithIt({ process: child }: Pick<Worker, 'process'>): void {
  const onTheWay = new Map<number, Connection>()
  const send = child.send.bind(child) as (message: unknown, ...rest: unknown[]) => boolean
  child.send = (message: unknown, ...rest: unknown[]) => {
    const { act, seq } = message as ClusterMessage
    if (act === 'newconn' && seq !== undefined) onTheWay.set(seq, rest[0] as Connection)
    return send(message, ...rest)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) onTheWay.delete(ack)
  })
  child.once('exit', () => setTimeout(closeAll, HEARD_WITHIN_MS).unref())

  function closeAll(): void {
    for (const connection of onTheWay.values()) connection.close()
    onTheWay.clear()
  }
}
