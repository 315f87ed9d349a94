// Searches the flights of a quoted item again, compares the price, and asks before they are booked.
import type { Offer } from '../../../contract/flights.ts'
import type { TripDetail, TripItem } from '../../../contract/trips.ts'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { amountOf, centsOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { useItemName } from './item-name.ts'
import { itemWords } from './item-words.ts'
import { sameFlights, searchBody, searchOfTrip } from './search-of-item.ts'

interface SearchAgainProps {
  readonly trip: TripDetail
  readonly item: TripItem
  readonly onClose: () => void
}

export function SearchAgain({ trip, item, onClose }: SearchAgainProps) {
  const words = useWords(itemWords)
  const parts = useWords(partWords)
  const nameOf = useItemName()
  const quoted = useQuotedTravellers(trip)
  const again = useChange('flights.search')
  const body = quoted === undefined ? undefined : searchBody(trip, item, quoted)
  const results = searchOfTrip(trip, item, quoted)
  const offer = again.data && sameFlights(again.data.offers, item.flight?.segments ?? [])
  const others = (
    <ButtonLink to={PATHS.flights} search={results} {...(again.isSuccess && !offer && { kind: 'main' })}>
      {words.otherFlights}
    </ButtonLink>
  )
  const buttons = (
    <>
      <Button onClick={onClose}>{parts.back}</Button>
      {(again.isSuccess || body === undefined) && others}
      {!again.isSuccess && body !== undefined && (
        <Button kind="main" isBusy={again.isPending} onClick={() => again.mutate({ body })}>
          {words.searchNow}
        </Button>
      )}
      {offer && (
        <Button kind="main" onClick={() => void navigate(PATHS.offer(offer.id), { search: results })}>
          {words.bookFound}
        </Button>
      )}
    </>
  )
  return (
    <Dialog title={words.searchAgain} isOpen onClose={onClose} buttons={buttons}>
      <p>
        <b>{nameOf(item)}</b>
      </p>
      {offer ? (
        <Compared item={item} offer={offer} />
      ) : again.isSuccess ? (
        <p role="alert">{words.flightsGone}</p>
      ) : (
        <p>{words.searchAgainText(body?.passengers.reduce((sum, { count }) => sum + count, 0) ?? 0)}</p>
      )}
      {again.isError && <p role="alert">{failureText(again.error, parts).text}</p>}
    </Dialog>
  )
}

/** How many travel by the quote that the trip was; undefined while it is read. */
function useQuotedTravellers({ quote_ids: [id = ''] }: TripDetail): number | undefined {
  const mayRead = usePermission('quotes.read')
  const isAsked = id !== '' && mayRead
  const { data, isError } = useRead('quotes.read', { params: { id } }, { isEnabled: isAsked })
  if (!isAsked || isError) return 0
  if (data === undefined) return undefined
  return data.options.find((option) => option.id === data.chosen_option_id)?.trip?.travellers ?? 0
}

/** The client's prices in the trip and now. */
function Compared({ item, offer }: { item: TripItem; offer: Offer }) {
  const words = useWords(itemWords)
  const formats = useFormats()
  const before = centsOf(item.money.price) ?? 0n
  const difference = (centsOf(offer.client_amount) ?? 0n) - before
  const much = formats.money(amountOf(difference < 0n ? -difference : difference))
  return (
    <>
      <p role="status">
        {difference === 0n ? words.samePrice : difference > 0n ? words.dearer(much) : words.cheaper(much)}
      </p>
      <KeyValues
        rows={[
          [words.priceInTrip, <Amount key="trip" of={amountOf(before)} />],
          [words.priceNow, <Amount key="now" of={offer.client_amount} isStrong />],
          [words.passengers, String(offer.passengers.length)],
        ]}
      />
      {difference !== 0n && <p>{words.priceFollows}</p>}
    </>
  )
}
