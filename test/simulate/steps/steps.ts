// All steps by the names that plans use.
import * as cards from './cards.ts'
import type { Context } from './context.ts'
import * as credit from './credit.ts'
import * as flights from './flights.ts'
import * as invoicing from './invoicing.ts'
import * as mandates from './mandates.ts'
import * as team from './team.ts'
import * as trips from './trips.ts'

export const STEPS = {
  searchFlights: flights.searchFlights,
  holdBooking: flights.holdBooking,
  bookInstantly: flights.bookInstantly,
  confirmHold: flights.confirmHold,
  cancelBooking: flights.cancelBooking,
  recharge: invoicing.recharge,
  cancelRecharge: invoicing.cancelRecharge,
  createClient: invoicing.createClient,
  createInvoice: invoicing.createInvoice,
  recordPayment: invoicing.recordPayment,
  refundPix: invoicing.refundPix,
  createQuote: invoicing.createQuote,
  invoiceQuote: invoicing.invoiceQuote,
  createRecurringInvoice: invoicing.createRecurringInvoice,
  sellByCard: cards.sellByCard,
  retryCard: cards.retryCard,
  refundCard: cards.refundCard,
  openDispute: cards.openDispute,
  decideDispute: cards.decideDispute,
  sellWithEarlyDiscount: credit.sellWithEarlyDiscount,
  createCreditNote: credit.createCreditNote,
  creditOverpayment: credit.creditOverpayment,
  useCredit: credit.useCredit,
  sellByPixKey: credit.sellByPixKey,
  confirmReceipts: credit.confirmReceipts,
  offerMandate: mandates.offerMandate,
  advanceMandate: mandates.advanceMandate,
  createTrip: trips.createTrip,
  addTripItem: trips.addTripItem,
  changeTripItem: trips.changeTripItem,
  cancelTripItem: trips.cancelTripItem,
  invoiceTrip: trips.invoiceTrip,
  endTripInvoice: trips.endTripInvoice,
  mergeTrips: trips.mergeTrips,
  createKey: team.createKey,
  revokeKey: team.revokeKey,
  rotateWebhookSecret: team.rotateWebhookSecret,
  passMonth: team.passMonth,
  changeRole: team.changeRole,
  readLists: team.readLists,
} as const satisfies Record<string, (context: Context) => Promise<unknown>>

export type StepName = keyof typeof STEPS
