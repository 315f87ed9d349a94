// The booking form: passengers, price and wallet. It holds the offer, or issues it after a confirmation.

import { lazy, Suspense, useRef, useState } from 'react'
import type { CurrentOffer } from '../../../contract/flights.ts'
import { ApiError } from '../../api/api-error.ts'
import { navigate, useLocation } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { bookingError } from './booking-errors.ts'
import { FareRules } from './fare-rules.tsx'
import { Payment } from './payment.tsx'
import { PriceCard } from './price-card.tsx'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'
import { draftNameOf } from './same-trip.ts'
import { bookingBody, emptyTravellers, type TravellersForm, travellerFaults } from './travellers.ts'
import { TravellersFields } from './travellers-fields.tsx'
import { Trip } from './trip.tsx'
import { TripChoice } from './trip-choice.tsx'
import { useNeedsPassport } from './use-needs-passport.ts'

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
      throw bookingError(error, words)
    }
  }
  const types = offer.passengers.map(({ type }) => type)
  const form = useApiForm<TravellersForm>({
    values: { ...emptyTravellers(types.length), trip: search.trip ?? '' },
    draft: draftNameOf(offer, search.trip ?? ''),
    keepsDraft: true,
    send: async () => {
      const typed = form.getValues()
      const lastDeparture = offer.slices.at(-1)?.segments[0]?.departing_at.slice(0, 10) ?? ''
      const terms = { needsPassport, today: formats.isoDay(now), lastDeparture }
      const faults = travellerFaults(typed, types, terms)
      if (faults.size > 0) {
        const details = [...faults].map(([field, fault]) => ({ field, issue: words.faults[fault] }))
        // The form focuses the last field with an error, so the order is reversed to focus the first.
        throw new ApiError(400, { details: details.reverse() })
      }
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
            error={change.error === null ? undefined : bookingError(change.error, words)}
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
