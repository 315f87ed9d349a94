// Deletes a draft quote; one that a client has seen is kept.
import type { Deleted } from '../../../contract/invoicing.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { changeCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { World } from '../world.ts'
import { lockQuote, removeQuote } from './quote-store.ts'
import { QUOTE_LIST, quoteChange } from './save-quote.ts'
import { isDraft } from './states.ts'

export async function deleteQuote(world: World, scope: Scope, id: string): Promise<Deleted> {
  if (!isUuid(id)) fail('quote_not_found')
  return transaction(world, scope, async (tx) => {
    const quote = (await lockQuote(tx, id)) ?? fail('quote_not_found')
    if (!isDraft(quote)) fail('only_draft_quotes_can_be_deleted')
    await removeQuote(tx, quote.id)
    record(tx, { ...quoteChange(quote), before: { status: quote.status }, after: null })
    changeCount(tx, QUOTE_LIST, quote.status, -1)
    return { id: quote.id, deleted: true }
  })
}
