// The form values of an invoice from trips, and their conversion to the request.
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { BillableItem } from '../../../contract/trips.ts'
import { centsOf, sumOf } from '../../logic/money.ts'

export interface BillDraft {
  /** The amount of each chosen item; '' of one that was not chosen. */
  amounts: Record<string, string>
  due_date: string
  payment_methods: PaymentMethod[]
  notes: string
}

/** The items of the trip, or all, with what is open of each; what is only quoted waits to be chosen. */
export function billDraft(items: readonly BillableItem[], tripId: string, dueDate: string): BillDraft {
  const amounts = items.map(({ trip_item_id: id, trip_id: trip, status, open }) => [
    id,
    status !== 'quoted' && (tripId === '' || trip === tripId) ? sumOf([open]) : '',
  ])
  return { amounts: Object.fromEntries(amounts), due_date: dueDate, payment_methods: ['pix'], notes: '' }
}

export type AmountFault = 'zero' | 'over'

export function amountFault(amount: string, open: number): AmountFault | undefined {
  const cents = centsOf(amount) ?? 0n
  if (cents <= 0n) return 'zero'
  return cents > (centsOf(open) ?? 0n) ? 'over' : undefined
}

interface BillTerms {
  readonly clientId: string
  readonly today: string
}

export function billBody(draft: BillDraft, items: readonly BillableItem[], { clientId, today }: BillTerms) {
  return {
    client_id: clientId,
    issue_date: today,
    due_date: draft.due_date,
    payment_methods: draft.payment_methods,
    ...(draft.notes.trim() !== '' && { notes: draft.notes.trim() }),
    items: items
      .filter(({ trip_item_id: id }) => isChosen(draft, id))
      .map(({ trip_item_id, description }) => ({
        description,
        quantity: 1,
        unit_price: Number(draft.amounts[trip_item_id]),
        trip_item_id,
      })),
  }
}

export function isChosen({ amounts }: BillDraft, id: string): boolean {
  return (amounts[id] ?? '') !== ''
}
