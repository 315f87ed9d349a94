// GET /api/v1/messages: what clients were told, and what became of it.
import { Listed } from '../../../contract/common.ts'
import { Message, MessagesQuery } from '../../../contract/messages.ts'
import { isoTimestamp } from '../../base/values/dates.ts'
import { countMessages, listMessages, type ShownMessage } from '../../notices/message-store.ts'
import type { World } from '../../world.ts'
import { readAnswers } from '../door/answers.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

export function messageRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/messages',
    {
      schema: {
        summary: 'List messages to clients',
        description: 'Newest first: what was told about invoices, on the phone or by mail.',
        tags: ['Invoices'],
        querystring: MessagesQuery,
        response: readAnswers(Listed(Message)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const owner = ownerOf(request)
      const { invoice_id } = request.query
      const total = await countMessages(world.pool, owner, invoice_id)
      const messages = await listMessages(world.pool, owner, invoice_id, page)
      return reply.send(listed(messages.map(messageView), page, total))
    },
  )
}

function messageView({ to_address, created_at, sent_at, ...message }: ShownMessage): Message {
  return {
    ...message,
    to: to_address,
    created_at: isoTimestamp(created_at),
    sent_at: sent_at === null ? null : isoTimestamp(sent_at),
  }
}
