// The steps that the plan names, and what each does.
import * as cards from './card-steps.ts'
import * as credit from './credit-steps.ts'
import * as flights from './flight-steps.ts'
import * as house from './house-steps.ts'
import type { Life } from './life.ts'
import * as mandates from './mandate-steps.ts'
import * as money from './money-steps.ts'
import * as trips from './trip-steps.ts'

export const STEPS = {
  search: flights.search,
  hold: flights.hold,
  instant: flights.instant,
  confirm: flights.confirm,
  cancel: flights.cancel,
  recharge: money.recharge,
  giveUpRecharge: money.giveUpRecharge,
  client: money.client,
  invoice: money.invoice,
  receive: money.receive,
  giveBack: money.giveBack,
  quote: money.quote,
  sell: money.sell,
  subscribe: money.subscribe,
  sellByCard: cards.sellByCard,
  payAgain: cards.payAgain,
  refundCard: cards.refundCard,
  contest: cards.contest,
  decideDispute: cards.decideDispute,
  sellEarly: credit.sellEarly,
  creditNote: credit.creditNote,
  keepOverpaid: credit.keepOverpaid,
  spendCredit: credit.spendCredit,
  sellByKey: credit.sellByKey,
  confirmReceipts: credit.confirmReceipts,
  subscribeByDebit: mandates.subscribeByDebit,
  moveMandate: mandates.moveMandate,
  trip: trips.trip,
  tripItem: trips.tripItem,
  changeItem: trips.changeItem,
  cancelItem: trips.cancelItem,
  bill: trips.bill,
  endBill: trips.endBill,
  mergeTrips: trips.mergeTrips,
  newKey: house.newKey,
  revokeKey: house.revokeKey,
  rotateSecret: house.rotateSecret,
  passMonth: house.passMonth,
  changeRole: house.changeRole,
  look: house.look,
} as const satisfies Record<string, (life: Life) => Promise<unknown>>

export type StepName = keyof typeof STEPS
