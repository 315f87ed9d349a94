// The booking form: passengers, price and wallet. It holds the offer, or issues it after a confirmation.
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CurrentOffer, Slice } from '../../../contract/flights.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { navigate, useLocation } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { inReais, rateText } from '../../logic/booking-money.ts'
import { centsOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { Form } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { Select } from '../../parts/select.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { bookingErrorText } from './booking-errors.ts'
import { FareRules } from './fare-rules.tsx'
import { Payment } from './payment.tsx'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'
import { draftNameOf } from './same-trip.ts'
import {
  bookingBody,
  emptyTravellers,
  formField,
  NEW_TRIP,
  type TravellersForm,
  travellerFaults,
} from './travellers.ts'
import { TravellersFields } from './travellers-fields.tsx'
import { Trip } from './trip.tsx'

const ConfirmIssue = lazy(async () => ({ default: (await import('./confirm-issue.tsx')).ConfirmIssue }))

const OVER = ['offer_expired', 'offer_not_found', 'price_changed', 'payment_amount_mismatch']

type Body = Readonly<Record<string, unknown>>

interface BookingFormProps {
  readonly offer: CurrentOffer
  readonly now: Date
  /** The offer cannot be booked as it is. */
  readonly isOff: boolean
  /** Called if the airline no longer sells the offer. */
  readonly onGone: () => void
}

export function BookingForm({ offer, now, isOff, onGone }: BookingFormProps) {
  const words = useWords(reserveWords)
  const formats = useFormats()
  const { search } = useLocation()
  const mayBook = usePermission('bookings.write')
  const wanted = useRef<'hold' | 'instant'>('hold')
  const [isToldPassport, setToldPassport] = useState(false)
  const [toIssue, setToIssue] = useState<Body | null>(null)
  const needsPassport = useNeedsPassport(offer.slices) === true || isToldPassport
  const change = useChange('bookings.create', {
    refreshes: ['bookings', 'wallet', 'reports', 'clients', 'trips'],
    errorText: (error, field) => (field === undefined ? bookingErrorText(error, words) : undefined),
    onDone: ({ id }) => {
      form.draft.end()
      void navigate(PATHS.booked(id), { replace: true })
    },
  })
  const book = async (body: Body) => {
    try {
      await change.mutateAsync({ body })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'passport_required') setToldPassport(true)
      if (error instanceof ApiError && OVER.includes(error.code)) onGone()
      throw error
    }
  }
  const types = offer.passengers.map(({ type }) => type)
  const form = useApiForm<TravellersForm>({
    values: { ...emptyTravellers(types.length), trip: search.trip ?? '' },
    draft: draftNameOf(offer, search.trip ?? ''),
    keepsDraft: true,
    check: (typed) => {
      const lastDeparture = offer.slices.at(-1)?.segments[0]?.departing_at.slice(0, 10) ?? ''
      const terms = { needsPassport, today: formats.isoDay(now), lastDeparture }
      return [...travellerFaults(typed, types, terms)].map(([field, fault]) => [field, words.faults[fault]])
    },
    fieldOf: formField,
    send: async () => {
      const typed = form.getValues()
      const body = bookingBody(offer, typed, {
        type: wanted.current,
        needsPassport,
        clientId: typed.client?.id,
        trip: typed.trip,
        tripItem: typed.trip === search.trip ? search.trip_item : undefined,
      })
      if (wanted.current === 'instant') setToIssue(body)
      else await book(body)
    },
  })
  const begin = (type: 'hold' | 'instant') => {
    wanted.current = type
    void form.submit()
  }
  return (
    <>
      <Form className={css.desk} onSubmit={(event) => event.preventDefault()}>
        <div className={css.column}>
          <FormNotices form={form} />
          <Card title={words.trip}>
            <div className={css.trip}>
              <Trip slices={offer.slices} />
            </div>
            <FareRules of={offer} />
          </Card>
          {mayBook && <TripChoice form={form} offer={offer} tripItem={search.trip_item ?? ''} />}
          {mayBook && (
            <TravellersFields
              form={form}
              offer={offer}
              needsPassport={needsPassport}
              client={form.watch('client')}
              onClient={(client) => form.setValue('client', client)}
            />
          )}
        </div>
        <div className={css.column}>
          <PriceCard offer={offer} />
          <Payment
            offer={offer}
            isBusy={form.isBusy || change.isPending}
            isOff={isOff}
            failure={form.failure}
            mailedTo={form.watch('client')?.email ?? form.watch('contact.email').trim()}
            onBook={begin}
          />
        </div>
      </Form>
      {toIssue !== null && (
        <Suspense>
          <ConfirmIssue
            offer={offer}
            isBusy={change.isPending}
            error={change.error ?? undefined}
            onClose={() => {
              change.reset()
              setToIssue(null)
            }}
            onConfirm={() => void book(toIssue).catch(() => undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The client's price, and its composition unless client view is on. */
function PriceCard({ offer }: { offer: CurrentOffer }) {
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

interface TripChoiceProps {
  readonly form: ReturnType<typeof useApiForm<TravellersForm>>
  readonly offer: CurrentOffer
  /** The quoted flight that the search began with; '' if none. */
  readonly tripItem: string
}

const TRIPS_SHOWN = 20

/** The trip that a booking joins: one of the client's, a new one, or none. */
function TripChoice({ form, offer, tripItem }: TripChoiceProps) {
  const words = useWords(tripWords)
  const [mayRead, mayWrite] = [usePermission('trips.read'), usePermission('trips.write')]
  const chosen = form.watch('trip')
  const isOne = chosen !== '' && chosen !== NEW_TRIP
  const { data: trip } = useRead('trips.read', { params: { id: chosen } }, { isEnabled: mayRead && isOne })
  const clientId = form.watch('client')?.id ?? trip?.client_id ?? offer.pricing.client_id ?? ''
  const query = { client_id: clientId, status: 'planned' as const, limit: TRIPS_SHOWN }
  const { data } = useRead('trips.list', { query }, { isEnabled: mayRead && clientId !== '' })
  const isOther = trip !== undefined && clientId !== trip.client_id
  // A trip belongs to one client: another client leaves it.
  useEffect(() => {
    if (isOther) form.setValue('trip', '')
  }, [isOther, form.setValue])
  if (!mayRead || !mayWrite) return null
  const trips = data?.items ?? []
  const all = trip === undefined || trips.some(({ id }) => id === trip.id) ? trips : [trip, ...trips]
  return (
    <Card title={words.joins} sub={tripItem !== '' && isOne ? words.takesPlace : words.joinsHint}>
      <Select
        label={words.joins}
        hidesLabel
        none={words.joinsNone}
        choices={[
          { value: NEW_TRIP, label: words.joinsNew },
          ...all.map(({ id, number, title }) => ({ value: id, label: `${number} · ${title}` })),
        ]}
        {...form.field('trip')}
      />
    </Card>
  )
}

/** Undefined while loading. An unknown airport counts as abroad, as it does for the service. */
function useNeedsPassport(slices: readonly Slice[]): boolean | undefined {
  const { mode, team } = usePreferences()
  const codes = [
    ...new Set(slices.flatMap(({ origin, destination }) => [origin.iata_code, destination.iata_code])),
  ]
  const countries = useQueries({
    queries: codes.map((code) => {
      const asked = { query: { query: code, limit: 5 } }
      return {
        queryKey: ['places.suggest', mode, team ?? '', asked],
        queryFn: ({ signal }: { signal: AbortSignal }) => call('places.suggest', asked, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
    combine: (results) => ({
      isKnown: results.every(({ isPending }) => !isPending),
      byCode: new Map(
        results.map(({ data }, index) => [
          codes[index],
          data?.find(({ iata_code: code }) => code === codes[index])?.country_code,
        ]),
      ),
    }),
  })
  if (!countries.isKnown) return undefined
  return slices.some(({ origin, destination }) => {
    const [from, to] = [origin, destination].map(({ iata_code: code }) => countries.byCode.get(code))
    return from === undefined || to === undefined || from !== to
  })
}
