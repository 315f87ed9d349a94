// Binds what the messaging app calls.
import type { MESSAGE_RECEIPT_OPERATIONS } from '../../../contract/operations/message-receipts.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { proveAddress, receiveReceipts } from './receive-receipts.ts'

export function messageReceiptRoutes(world: World): Bindings<typeof MESSAGE_RECEIPT_OPERATIONS> {
  return {
    'messageReceipts.prove': ({ query }) => ({ name: 'challenge.txt', content: proveAddress(world, query) }),
    'messageReceipts.receive': ({ signed, body }) => receiveReceipts(world, signed, body),
  }
}
