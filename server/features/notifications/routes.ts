// Binds the operations on mails.
import type { MAIL_OPERATIONS } from '../../../contract/operations/mails.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { readMail, readMailPage, readMails } from './read-mails.ts'

export function mailRoutes(world: World): Bindings<typeof MAIL_OPERATIONS> {
  return {
    'mails.list': ({ owner, query, page }) => readMails(world.pool, owner, query, page),
    'mails.html': ({ owner, params }) => readMailPage(world.pool, owner, params.id),
    'mails.read': ({ owner, params }) => readMail(world.pool, owner, params.id),
  }
}
