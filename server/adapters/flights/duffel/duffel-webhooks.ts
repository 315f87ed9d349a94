// Reads what Duffel calls us with. Its signature is checked before anything in the body is believed, and what is in the
// body only says which order to look at.
import { createHmac, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import { shapeReader } from '../../../kernel/values/shape-reader.ts'
import type { Hear, SignedMessage } from '../supplier-change.ts'
import { Maybe, Text } from './duffel-shapes.ts'

const readEvent = shapeReader(
  Type.Object({
    id: Text,
    data: Maybe(
      Type.Object({
        object: Maybe(Type.Object({ id: Maybe(Type.String()), order_id: Maybe(Type.String()) })),
      }),
    ),
  }),
)

/** Its age is not looked at: Duffel tries for three days, and a message that is sent again only has us look again. */
export function makeHear(secret: string): Hear {
  return (message) => {
    if (!isSigned(message, secret)) return null
    const event = readEvent(parsed(message.raw))
    const { id, order_id } = event?.data?.object ?? {}
    const orderIds = [id, order_id].filter((told) => typeof told === 'string' && told.startsWith('ord_'))
    return { id: event?.id ?? '', orderIds: [...new Set(orderIds)].filter((told) => told != null) }
  }
}

/** `t=1616202842,v1=8aebaa...`: the time, a full stop and the body, signed with the webhook's secret. */
function isSigned({ signature = '', raw }: SignedMessage, secret: string): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const expected = createHmac('sha256', secret).update(`${time}.`).update(raw).digest()
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, value = '']) => Buffer.from(value, 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}
