// Binds the operations on mails and the receipts of messages.
import type { MAIL_OPERATIONS, MESSAGE_RECEIPT_OPERATIONS } from '../../../contract/mails.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { readMail, readMailPage, readMails } from './mails.ts'
import { proveAddress, receiveReceipts } from './messages.ts'

export function mailRoutes(world: World): Bindings<typeof MAIL_OPERATIONS> {
  return {
    'mails.list': ({ owner, query, page, caller }) =>
      readMails(world.pool, owner, { query, page, zone: caller.team.time_zone }),
    'mails.html': ({ owner, params }) => readMailPage(world.pool, owner, params.id),
    'mails.read': ({ owner, params }) => readMail(world.pool, owner, params.id),
  }
}

export function messageReceiptRoutes(world: World): Bindings<typeof MESSAGE_RECEIPT_OPERATIONS> {
  return {
    'messageReceipts.prove': ({ query }) => ({ name: 'challenge.txt', content: proveAddress(world, query) }),
    'messageReceipts.receive': ({ signed, body }) => receiveReceipts(world, signed, body),
  }
}
