// /api/v1/bookings: the contract's five routes, and what agencies ask for besides.
import Type from 'typebox'
import {
  Booking,
  BookingInput,
  BookingListItem,
  BookingsQuery,
  CancelledBooking,
  ConfirmedBooking,
  ConfirmInput,
  TimelineEntry,
} from '../../../contract/bookings.ts'
import { Enveloped, IdOf, Listed } from '../../../contract/common.ts'
import { dayEnd, dayStart, parseDate } from '../../base/values/dates.ts'
import { fail, failField } from '../../base/values/fail.ts'
import { findBooking } from '../../bookings/booking-store.ts'
import { bookingView } from '../../bookings/booking-view.ts'
import { cancelBooking } from '../../bookings/cancel-booking.ts'
import { confirmBooking } from '../../bookings/confirm-booking.ts'
import { createBooking } from '../../bookings/create-booking.ts'
import { readBookings } from '../../bookings/read-bookings.ts'
import { receiptOf } from '../../bookings/receipt-of-booking.ts'
import { uuidFromClientId } from '../../clients/client-id.ts'
import { receiptPdf } from '../../paper/receipt/receipt-pdf.ts'
import { findTeam } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { fileAnswers, readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'
import { readTimeline } from './read-booking-timeline.ts'

const tags = ['Bookings']
const params = Type.Object({ id: IdOf('booking', 'ord') })

export function bookingRoutes(app: App, world: World): void {
  app.post(
    '/api/v1/bookings',
    {
      schema: {
        summary: 'Book an offer',
        description:
          'hold reserves it and debits nothing until it is confirmed; instant debits and issues at once. Checks the ' +
          'shape, the offer, its expiry, the passengers, passports, the payment and the balance, in this order.',
        tags,
        body: BookingInput,
        response: writeAnswers(
          201,
          Booking,
          'offer_not_found',
          'client_not_found',
          'offer_expired',
          'offer_requires_instant_payment',
          'invalid_passenger_data',
          'passport_required',
          'payment_amount_mismatch',
          'insufficient_balance',
          'price_changed',
          'sold_out',
          'carrier_rejected_the_booking',
        ),
      },
    },
    (request, reply) =>
      change(
        world,
        request,
        reply,
        (scope) =>
          createBooking(world, scope, request.body as Record<string, unknown>, request.caller!.debits),
        { status: 201, body: (booking) => booking },
      ),
  )

  app.get(
    '/api/v1/bookings',
    {
      schema: {
        summary: 'List bookings',
        description: 'Newest first.',
        tags,
        querystring: BookingsQuery,
        response: readAnswers(Listed(BookingListItem)),
      },
    },
    async (request, reply) => {
      const { status, search, created_after, created_before, client_id } = request.query
      const zone = request.caller!.time_zone
      const page = pageOf(request.query)
      const filter = {
        status,
        search,
        from: created_after === undefined ? undefined : dayStart(dayOf('created_after', created_after), zone),
        until:
          created_before === undefined ? undefined : dayEnd(dayOf('created_before', created_before), zone),
        clientId:
          client_id === undefined
            ? undefined
            : (uuidFromClientId(client_id) ?? failField('client_id', 'must be the id of a client')),
      }
      const { bookings, total } = await readBookings(world.pool, ownerOf(request), filter, page)
      return reply.send(listed(bookings, page, total))
    },
  )

  app.get(
    '/api/v1/bookings/:id',
    {
      schema: {
        summary: 'Read a booking',
        tags,
        params,
        response: readAnswers(Booking, 'booking_not_found'),
      },
    },
    async (request, reply) => {
      const booking = await findBooking(world.pool, ownerOf(request), request.params.id)
      return reply.send(bookingView(booking ?? fail('booking_not_found')))
    },
  )

  app.put(
    '/api/v1/bookings/:id/confirm',
    {
      schema: {
        summary: 'Confirm the payment of a held booking',
        description: 'Debits the wallet; the tickets are issued at once in the background.',
        tags,
        params,
        body: ConfirmInput,
        response: writeAnswers(
          200,
          Enveloped(ConfirmedBooking),
          'booking_not_found',
          'payment_amount_mismatch',
          'insufficient_balance',
          'booking_already_confirmed',
          'booking_already_cancelled',
          'booking_expired',
          'booking_failed',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) =>
        confirmBooking(world, scope, request.params.id, request.body as Record<string, unknown>),
      ),
  )

  app.delete(
    '/api/v1/bookings/:id',
    {
      schema: {
        summary: 'Cancel a booking',
        description:
          'Free while it is pending; otherwise by its conditions. What returns is credited to the wallet.',
        tags,
        params,
        response: writeAnswers(
          200,
          Enveloped(CancelledBooking),
          'booking_not_found',
          'booking_already_cancelled',
          'booking_expired',
          'booking_failed',
          'carrier_rejected_the_cancellation',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => cancelBooking(world, scope, request.params.id)),
  )

  app.get(
    '/api/v1/bookings/:id/receipt.pdf',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'Download the e-ticket receipt',
        description: 'Once the tickets are issued.',
        tags,
        params,
        response: fileAnswers('application/pdf', 'booking_not_found'),
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const booking = await findBooking(world.pool, owner, request.params.id)
      if (booking?.status !== 'ticketed')
        return fail('booking_not_found', { advice: 'a receipt is there once the tickets are issued' })
      const team = (await findTeam(world.pool, owner.teamId))!
      return reply
        .type('application/pdf')
        .header(
          'content-disposition',
          `attachment; filename="recibo-${booking.booking_reference.replace(/[^A-Z0-9]/g, '')}.pdf"`,
        )
        .send(await receiptPdf(receiptOf(booking, team)))
    },
  )

  app.get(
    '/api/v1/bookings/:id/timeline',
    {
      schema: {
        summary: 'Read the history of a booking',
        description: 'Every event, movement of money and e-mail, the oldest first.',
        tags,
        params,
        response: readAnswers(Enveloped(Type.Array(TimelineEntry)), 'booking_not_found'),
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const booking = await findBooking(world.pool, owner, request.params.id)
      if (booking === undefined) return fail('booking_not_found')
      return reply.send(enveloped(await readTimeline(world.pool, owner, booking.id)))
    },
  )
}

function dayOf(field: string, text: string): Temporal.PlainDate {
  return parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15')
}
