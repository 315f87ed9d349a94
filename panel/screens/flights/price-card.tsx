// The client's price, and its composition unless client view is on.
import type { CurrentOffer } from '../../../contract/flights.ts'
import { inReais, rateText } from '../../kit/booking-money.ts'
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
  const { total_currency: currency } = offer
  const cost = inReais(offer.total_amount, currency, offer, formats)
  const fee = offer.agency_fee_amount
  const rows: readonly KeyValue[] = [
    [
      words.cost,
      <>
        {cost}
        {currency !== 'BRL' && (
          <small className={css.original}>{words.rateOf(rateText(offer, formats), currency)}</small>
        )}
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
