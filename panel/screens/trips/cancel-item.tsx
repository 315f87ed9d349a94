// Cancels an item: what its supplier keeps, what the client pays all the same, and what follows for its invoices.
import { useState } from 'react'
import type { TripDetail, TripItem } from '../../../contract/trips.ts'
import { etagOf } from '../../api/etags.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { inBrl } from '../../logic/exchange.ts'
import { amountOf, centsOf, sumOf } from '../../logic/money.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { useItemName } from './item-name.ts'
import { itemWords } from './item-words.ts'

interface CancelItemProps {
  readonly trip: TripDetail
  readonly item: TripItem
  readonly onClose: () => void
}

export function CancelItem({ trip, item, onClose }: CancelItemProps) {
  const words = useWords(itemWords)
  const formats = useFormats()
  const nameOf = useItemName()
  const isHidden = useClientView()
  const mayCosts = usePermission('costs.read')
  const seesCosts = mayCosts && !isHidden
  const isAlready = item.status === 'cancelled'
  const isBooked = item.booking_id !== null
  const [price, setPrice] = useState(isAlready ? sumOf([item.kept_price_amount]) : '')
  const [cost, setCost] = useState(item.kept_cost_amount === null ? '' : sumOf([item.kept_cost_amount]))
  const params = { id: trip.id, item_id: item.id }
  // Its version, so that nobody's change is overwritten.
  const { data: read } = useRead('tripItems.read', { params })
  const change = useChange('tripItems.update', {
    refreshes: ['trips', 'clients'],
    onDone: () => {
      toast({ text: isAlready ? words.saved : words.cancelled })
      onClose()
    },
  })
  const kept = inBrl(price || '0', String(item.exchange_rate)) ?? '0.00'
  const send = () =>
    change.mutate({
      params,
      ifMatch: etagOf(read),
      body: {
        ...(!isAlready && { status: 'cancelled' as const }),
        kept_price_amount: Number(price || '0'),
        ...(seesCosts && !isBooked && { kept_cost_amount: Number(cost || '0') }),
      },
    })
  return (
    <Confirm
      title={isAlready ? words.changeKept : words.cancelTitle}
      verb={isAlready ? words.changeKept : words.cancel}
      isOpen
      isDanger={!isAlready}
      onClose={onClose}
      onConfirm={send}
      isBusy={change.isPending}
      error={change.error}
    >
      <p>
        <b>{nameOf(item)}</b>
      </p>
      {!isAlready && <p>{words.cancelText(formats.money(item.money.price))}</p>}
      {seesCosts && !isBooked && (
        <MoneyField
          label={words.keptCost}
          hint={words.keptCostHint}
          isOptional
          currency={item.currency}
          value={cost}
          onChange={setCost}
        />
      )}
      <MoneyField
        label={words.keptPrice}
        hint={words.keptPriceHint}
        isOptional
        currency={item.currency}
        value={price}
        onChange={setPrice}
      />
      {item.currency !== 'BRL' && <p className="quiet">{words.inBrl(formats.money(kept))}</p>}
      <p role="status">
        <b>{followsText(item, kept, words, formats.money)}</b>
      </p>
    </Confirm>
  )
}

/** What is to be invoiced or given back once the client pays only what is kept. */
function followsText(
  { collected_by: collector, money: { invoiced } }: TripItem,
  kept: string,
  words: (typeof itemWords)['pt'],
  money: (amount: string) => string,
): string {
  if (collector === 'supplier') return words.followsSupplier
  const open = (centsOf(kept) ?? 0n) - (centsOf(invoiced) ?? 0n)
  if (open < 0n) return words.followsReturn(money(amountOf(-open)), money(String(invoiced)))
  if (open > 0n) return words.followsBill(money(amountOf(open)))
  return invoiced === 0 ? words.followsNothing : words.followsEven
}
