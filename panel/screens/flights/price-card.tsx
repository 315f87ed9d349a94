// What the client pays, and unless the client looks on how it came about.
import type { CurrentOffer } from '../../../contract/flights.ts'
import { centsOf } from '../../kit/money.ts'
import { Card } from '../../parts/card.tsx'
import { useClientView } from '../../parts/client-view.ts'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'

export function PriceCard({ offer }: { offer: CurrentOffer }) {
  const words = useWords(reserveWords)
  const formats = useFormats()
  const isHidden = useClientView()
  const percent = formats.number(offer.agency_markup_percent)
  const original = words.inCurrency(formats.money(offer.total_amount, offer.total_currency))
  const fee = offer.agency_fee_amount
  const rows: readonly KeyValue[] = [
    [
      words.cost,
      <>
        {formats.money(offer.base_cost_brl)}
        {offer.total_currency !== 'BRL' && <small className={css.original}>{original}</small>}
      </>,
    ],
    [words.markup(percent), formats.money(offer.agency_markup_amount)],
    [words.fee, (centsOf(fee) ?? 0n) === 0n ? undefined : formats.money(fee)],
    [words.commission, <b key="sum">{formats.money(offer.total_agency_commission)}</b>],
  ]
  return (
    <Card title={words.price} sub={offer.price_changed ? undefined : words.same}>
      <p className={css.total}>{formats.money(offer.client_amount)}</p>
      <p className="quiet">{words.total}</p>
      {!isHidden && <KeyValues rows={rows} />}
    </Card>
  )
}
