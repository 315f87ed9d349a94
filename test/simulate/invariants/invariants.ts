// All invariants by name, and their check after a burst.

import type { Agency } from '../agency.ts'
import type { Installation } from '../installation/installation.ts'
import { serverErrors } from '../request.ts'
import {
  cardRefundsMatchBank,
  cardsMatchBank,
  duesAreNotNegative,
  paymentsCountOnce,
  pixIsOnInvoiceOnce,
  withdrawnChargesAreClosed,
} from './cards.ts'
import {
  creditIsSumOfEntries,
  creditMatchesInvoices,
  creditNotesCountOnce,
  receiptsCountOnce,
} from './credit.ts'
import {
  deliveriesHaveOutcome,
  eventsAreDelivered,
  mailsAreSentOnce,
  onePostPerAttempt,
} from './deliveries.ts'
import {
  cancellationsReturnRefund,
  debitsMatchFares,
  offersMatchTerms,
  refundsMatchCarrier,
} from './fares.ts'
import { type Invariant, inputFor } from './input.ts'
import { chargesMatchDues, duesMatchPayments, earlyPaymentsSettle, totalsMatchItems } from './invoices.ts'
import { bankDebitsOncePerCycle, mandatesMatchBank, oneDebitPerCycle } from './mandates.ts'
import {
  documentNumbersHaveNoGaps,
  eventNumbersHaveNoGaps,
  eventsAreInOrder,
  keysMatchRevocations,
  oneResponsePerKey,
  quotesAndDatesAreInvoicedOnce,
  recordedPaymentsExistOnce,
  replaysReturnStoredResponse,
  rolesMatchChanges,
  tripsExistOnce,
  writesExistOnce,
} from './records.ts'
import {
  itemsMatchBookings,
  itemsMatchInvoiceLines,
  itemsNotInvoicedBeyondPrice,
  tripAmountsAddUp,
} from './trips.ts'
import {
  balanceIsSumOfLines,
  creditsMatchBank,
  debitsMatchBookings,
  ordersMatchBookings,
  ordersWithoutBooking,
  paymentsAreCreditedOnce,
} from './wallet-and-bookings.ts'

const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'requests with one idempotency key get one response': oneResponsePerKey,
  'a replayed request returns the stored response': replaysReturnStoredResponse,
  'every acknowledged write exists once': writesExistOnce,
  'every trip and trip item exists once, also after a merge': tripsExistOnce,
  'every recorded payment exists once': recordedPaymentsExistOnce,
  'event numbers have no gaps': eventNumbersHaveNoGaps,
  'events are in the order of time': eventsAreInOrder,
  'numbers of invoices, quotes and credit notes have no gaps': documentNumbersHaveNoGaps,
  'each quote and each date of a recurring invoice is invoiced once': quotesAndDatesAreInvoicedOnce,
  'revoked keys are refused, others are accepted': keysMatchRevocations,
  'people have the roles that they were given': rolesMatchChanges,
  'a balance is the sum of its ledger lines': balanceIsSumOfLines,
  'each debit has its booking': debitsMatchBookings,
  'each order at the carrier has its booking': ordersMatchBookings,
  'each payment at the bank is credited once, and each refund given once': paymentsAreCreditedOnce,
  'nothing is credited that the bank did not collect': creditsMatchBank,
  "an offer costs what the carrier's price, the rate and the agency's terms give": offersMatchTerms,
  "a debit follows from the carrier's charge": debitsMatchFares,
  'a refund is the debit less what the carrier kept': refundsMatchCarrier,
  'a cancellation returns the amount of its refund': cancellationsReturnRefund,
  'totals of invoices and quotes follow from items, discount and tax': totalsMatchItems,
  'the amount due is the total less payments and adjustments': duesMatchPayments,
  'an invoice that is paid early owes no discount': earlyPaymentsSettle,
  'a charge asks for the amount due and the late charges of its day': chargesMatchDues,
  'cards are paid, refunded and disputed as their banks record': cardsMatchBank,
  'a card refund is given once': cardRefundsMatchBank,
  'no payment counts twice': paymentsCountOnce,
  'every Pix is on its invoice once': pixIsOnInvoiceOnce,
  'no amount due or overpaid is negative': duesAreNotNegative,
  'a withdrawn charge cannot be paid at its bank': withdrawnChargesAreClosed,
  "a client's credit is the sum of its entries and never negative": creditIsSumOfEntries,
  'credit on invoices matches its entries': creditMatchesInvoices,
  'a credit note counts once': creditNotesCountOnce,
  'a receipt by Pix key is paid once, when it is confirmed': receiptsCountOnce,
  'a mandate has the state that its bank has': mandatesMatchBank,
  'a mandate has one debit per cycle': oneDebitPerCycle,
  'the bank debits once per cycle': bankDebitsOncePerCycle,
  'amounts of trip items and trips add up': tripAmountsAddUp,
  'no trip item is invoiced beyond its price': itemsNotInvoicedBeyondPrice,
  'trip items match the invoice lines that bill them': itemsMatchInvoiceLines,
  'a trip item of a booking costs what the booking does': itemsMatchBookings,
  'every event is delivered and signed': eventsAreDelivered,
  'each delivery has its outcome and a log of its attempts': deliveriesHaveOutcome,
  'in the quiet period each attempt is one POST': onePostPerAttempt,
  'every mail is sent once': mailsAreSentOnce,
}

export interface Violation {
  invariant: string
  problems: string[]
}

export interface CheckResult {
  checked: number
  violations: Violation[]
}

/** For each agency in each mode, and for the whole installation. */
export async function checkInvariants(
  installation: Installation,
  agencies: readonly Agency[],
): Promise<CheckResult> {
  const result: CheckResult = { checked: 0, violations: [] }
  const record = (invariant: string, problems: string[]) => {
    result.checked++
    if (problems.length > 0) result.violations.push({ invariant, problems })
  }
  for (const agency of agencies) {
    const input = inputFor(installation, agency)
    for (const [name, invariant] of Object.entries(INVARIANTS)) {
      const problems = await check(invariant(input))
      record(
        name,
        problems.map((problem) => `${agency.name}: ${problem}`),
      )
    }
  }
  record('each order at the carrier has its booking', await check(ordersWithoutBooking(installation)))
  record('no response is a 500', serverErrors.splice(0))
  record('no process exits by itself', installation.services.unexpectedExits.splice(0))
  record('no job is dead', await check(deadJobs(installation)))
  record('doctor finds no problem', await check(doctorFindings(installation)))
  return result
}

/** An invariant that cannot be checked is violated. */
const check = (problems: Promise<string[]>): Promise<string[]> =>
  problems.catch((error: Error) => [`cannot be checked: ${error.message}`])

async function deadJobs({ database }: Installation): Promise<string[]> {
  const rows = await database.rows("select type, key, last_error from jobs where state = 'dead'")
  return rows.map(({ type, key, last_error }) => `${type} ${key}: ${last_error}`)
}

/** `doctor` runs as the owner of the database, and the clocks are shifted: it warns about both. */
const EXPECTED_FINDINGS = new Set(['database role', 'clocks'])

async function doctorFindings({ runCommand, database }: Installation): Promise<string[]> {
  const { out, err } = await runCommand('doctor', '--json')
  if (out === '') return [`no output: ${err}`]
  const findings = out
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { name: string; state: string; text: string } => JSON.parse(line))
    .filter(({ name, state }) => state !== 'ok' && !EXPECTED_FINDINGS.has(name))
    .map(({ name, state, text }) => `${state} ${name}: ${text}`)
  if (findings.length === 0) return []
  const waiting = await database.rows(
    `select type, key, j.clock, offset_ms, advancing_by, run_at, j.created_at, attempts, last_error
     from jobs j join clocks on clocks.id = j.clock where state = 'waiting' order by run_at limit 5`,
  )
  return [...findings, ...waiting.map((job) => `waiting job: ${JSON.stringify(job)}`)]
}
