// All laws by name, and their check for every agency of a burst.
import { wrongAnswers } from '../ask.ts'
import type { Shop } from '../shop.ts'
import type { Town } from '../town.ts'
import { chargesFollowDays, discountsAreTaken, duesFollowPayments, sumsFollowItems } from './bills.ts'
import {
  balanceIsSum,
  everyDebitItsBooking,
  everyOrderItsBooking,
  everyPaymentCredited,
  nothingWithoutBank,
  ordersOfNobody,
} from './books.ts'
import {
  cardRefundsAreAsked,
  cardsFollowBank,
  nothingDueIsNegative,
  paymentsCountOnce,
  pixArrivesOnce,
  withdrawnIsWithdrawn,
} from './cards.ts'
import { creditFollowsInvoices, creditIsSum, creditNotesCountOnce, receiptsCountOnce } from './credit.ts'
import { debitsFollowFares, offersAddUp, refundsAreTold, refundsFollowCarrier } from './fares.ts'
import { caseOf, type Law } from './law.ts'
import { banksDebitOnce, mandatesFollowBank, oneDebitForCycle } from './mandates.ts'
import {
  everyDeliveryTold,
  everyEventDelivered,
  everyMailOnce,
  keysAreWorth,
  onePostPerAttempt,
  rolesAreGiven,
} from './outward.ts'
import {
  denseEvents,
  denseNumbers,
  eventsInTime,
  everyInvoiceOnce,
  everyPaymentOnce,
  everyTripOnce,
  everyWriteOnce,
  noWrongAnswers,
  sameAnswers,
} from './records.ts'
import { claimsFollowLines, itemsFollowBookings, moneyAddsUp, nothingBeyondPrice } from './trips.ts'

const LAWS: Readonly<Record<string, Law>> = {
  'copies of a request are answered alike': noWrongAnswers,
  'every acknowledged write is there once': everyWriteOnce,
  'every trip and each of its items is there once, also after a merge': everyTripOnce,
  'every payment that was noted is there once': everyPaymentOnce,
  'events have numbers without gaps': denseEvents,
  'events are in the order of time': eventsInTime,
  'invoices and quotes have numbers without gaps': denseNumbers,
  'what recurs or was quoted is invoiced once': everyInvoiceOnce,
  'a balance is the sum of its lines': balanceIsSum,
  'each debit has its booking': everyDebitItsBooking,
  'each order at the carrier has its booking': everyOrderItsBooking,
  'each payment at the bank is credited, each refund once': everyPaymentCredited,
  'nothing is credited that the bank did not collect': nothingWithoutBank,
  "an offer costs what carrier, rate and agency's terms come to": offersAddUp,
  'a debit is the price that follows from what the carrier charged': debitsFollowFares,
  'a refund is the debit less what the carrier kept': refundsFollowCarrier,
  'a cancellation is answered with what came back': refundsAreTold,
  'invoices and quotes come to what their items, discount and tax say': sumsFollowItems,
  'what is owed is the total less what was paid': duesFollowPayments,
  'who pays early owes nothing more': discountsAreTaken,
  'a charge asks for what is owed, and for being late by day': chargesFollowDays,
  'cards are paid, refunded and contested as their banks say': cardsFollowBank,
  'a refund by card is given once': cardRefundsAreAsked,
  'no payment counts twice': paymentsCountOnce,
  'every Pix is on its invoice once': pixArrivesOnce,
  'nothing due is negative': nothingDueIsNegative,
  'what is withdrawn cannot be paid at its bank': withdrawnIsWithdrawn,
  "a client's credit is the sum of its entries, and never below zero": creditIsSum,
  'credit leaves and enters invoices as its entries say': creditFollowsInvoices,
  'a credit note counts once': creditNotesCountOnce,
  'a receipt by key is paid once it is confirmed, and once': receiptsCountOnce,
  'a mandate is what its bank says': mandatesFollowBank,
  'a mandate has one debit for each cycle': oneDebitForCycle,
  'a bank debits once a cycle': banksDebitOnce,
  'price, invoiced, paid and open of each item and trip add up': moneyAddsUp,
  'no item is invoiced beyond its price': nothingBeyondPrice,
  'what an item says of invoices is what their lines bill of it': claimsFollowLines,
  'an item of a booking costs what the booking does': itemsFollowBookings,
  'every event is delivered and signed': everyEventDelivered,
  'each delivery says what became of it': everyDeliveryTold,
  'where nothing goes wrong, an attempt is one POST': onePostPerAttempt,
  'every mail is sent once': everyMailOnce,
  'keys are worth what was said of them': keysAreWorth,
  'people have the roles that they were given': rolesAreGiven,
  'what was answered under a key is answered again': sameAnswers,
}

export interface Violation {
  law: string
  faults: string[]
}

export interface Verdict {
  checked: number
  violations: Violation[]
}

export async function judge(town: Town, shops: readonly Shop[]): Promise<Verdict> {
  const verdict: Verdict = { checked: 0, violations: [] }
  const note = (law: string, faults: string[]) => {
    verdict.checked++
    if (faults.length > 0) verdict.violations.push({ law, faults })
  }
  for (const shop of shops) {
    const given = caseOf(town, shop)
    for (const [name, law] of Object.entries(LAWS)) {
      const faults = await lookedAt(law(given))
      note(
        name,
        faults.map((fault) => `${shop.name}: ${fault}`),
      )
    }
  }
  note('each order at the carrier has its booking', await lookedAt(ordersOfNobody(town)))
  note('no answer is a 500', wrongAnswers.splice(0))
  note('a process ends only when it is told to', town.services.deaths.splice(0))
  note('no work is dead', await lookedAt(deadWork(town)))
  note('the doctor finds nothing', await lookedAt(doctorsFindings(town)))
  return verdict
}

/** A law that cannot be checked is broken. */
const lookedAt = (faults: Promise<string[]>): Promise<string[]> =>
  faults.catch((error: Error) => [`could not be looked at: ${error.message}`])

async function deadWork({ database }: Town): Promise<string[]> {
  const rows = await database.rows("select type, key, last_error from jobs where state = 'dead'")
  return rows.map(({ type, key, last_error }) => `${type} ${key}: ${last_error}`)
}

/** The check runs as the database's owner, which it warns about, as about the clocks we have shifted. */
const EXPECTED = new Set(['database role', 'clocks'])

async function doctorsFindings({ command, database }: Town): Promise<string[]> {
  const { out, err } = await command('doctor', '--json')
  if (out === '') return [`it says nothing: ${err}`]
  const findings = out
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { name: string; state: string; text: string } => JSON.parse(line))
    .filter(({ name, state }) => state !== 'ok' && !EXPECTED.has(name))
    .map(({ name, state, text }) => `${state} ${name}: ${text}`)
  if (findings.length === 0) return []
  const waiting = await database.rows(
    `select type, key, j.clock, offset_ms, advancing_by, run_at, j.created_at, attempts, last_error
     from jobs j join clocks on clocks.id = j.clock where state = 'waiting' order by run_at limit 5`,
  )
  return [...findings, ...waiting.map((job) => `waits: ${JSON.stringify(job)}`)]
}
