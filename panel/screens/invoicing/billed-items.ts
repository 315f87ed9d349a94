// The items of trips that an invoice bills, as a choice.
import type { ResponseOf } from '../../api/operations.ts'

export function tripItemsOf({ items }: Pick<ResponseOf<'invoices.read'>, 'items'>) {
  return items.flatMap(({ trip_item_id: id, description }) =>
    id === null ? [] : [{ id, name: description.split('\n')[0] ?? description }],
  )
}
