// Binds the operations on mandates.

import { INVOICE_PATH } from '../../../contract/links.ts'
import type { MANDATE_OPERATIONS } from '../../../contract/mandates.ts'
import type { MANDATE_PAGE_OPERATIONS } from '../../../contract/public-pages.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { cancelLinkedMandate, cancelMandate, readMandates, readOneMandate } from './mandates.ts'

export function mandateRoutes(world: World): Bindings<typeof MANDATE_OPERATIONS> {
  return {
    'mandates.list': ({ owner, query, page, caller }) =>
      readMandates(world, owner, { query, page, zone: caller.team.time_zone }),
    'mandates.read': ({ owner, params }) => readOneMandate(world, owner, params.id),
    'mandates.cancel': ({ scope, params }) => cancelMandate(world, scope, params.id),
  }
}

export function mandatePageRoutes(world: World): Bindings<typeof MANDATE_PAGE_OPERATIONS> {
  return {
    'shared.cancelMandate': async ({ params: { token } }) => {
      await cancelLinkedMandate(world, token)
      return { to: `${INVOICE_PATH}/${token}?mandate=cancelled` }
    },
  }
}
