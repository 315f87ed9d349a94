// What Duffel's refusals and failures mean: whether anything was done, why not, and in words that hold no secrets.

import type { Rejection, RejectionReason } from '../port.ts'
import type { DuffelAnswer } from './duffel-exchange.ts'
import { type DuffelFault, readFaults } from './duffel-shapes.ts'

// The airline or Duffel failed midway, and does not say how far it got.
const UNSURE: ReadonlySet<string> = new Set([
  'airline_internal',
  'airline_unknown',
  'internal_server_error',
  'gateway_timeout_error',
])

const REASONS: Readonly<Record<string, RejectionReason>> = {
  offer_no_longer_available: 'sold_out',
  offer_expired: 'offer_gone',
  // An offer can be ordered once: another attempt, even a failed one, has used this one up.
  offer_request_already_booked: 'offer_gone',
  order_creation_already_attempted: 'offer_gone',
  price_changed: 'price_changed',
  payment_amount_does_not_match_order_amount: 'price_changed',
  payment_currency_does_not_match_order_currency: 'price_changed',
  past_payment_required_by_date: 'expired',
  already_cancelled: 'already_cancelled',
  invalid_passenger_name: 'passenger_data',
  invalid_passenger_title: 'passenger_data',
  invalid_phone_number: 'passenger_data',
  invalid_email_address: 'passenger_data',
  invalid_loyalty_card: 'passenger_data',
  duplicate_passenger_name: 'passenger_data',
  duplicate_passenger_names: 'passenger_data',
  order_passengers_incompatible_with_offer: 'passenger_data',
}

// Where the code alone says which field is at fault.
const FIELDS: Readonly<Record<string, string>> = {
  invalid_passenger_name: 'given_name',
  invalid_passenger_title: 'title',
  invalid_phone_number: 'phone_number',
  invalid_email_address: 'email',
  invalid_loyalty_card: 'loyalty_programme_accounts',
  duplicate_passenger_name: 'family_name',
  duplicate_passenger_names: 'family_name',
}

/** The airline failed, and Duffel promises that it made nothing and took no money. */
const NOTHING_MADE = 'order_not_created'
const MESSAGE_MAX = 300

/** Whether this answer to an order, a payment or a cancellation says that surely nothing was done. */
export function isRefusal(answer: DuffelAnswer): boolean {
  if (answer.status === null) return !answer.wasSent
  const { status } = answer
  const codes = codesOf(answer)
  if (codes.includes(NOTHING_MADE)) return true
  if (codes.some((code) => UNSURE.has(code))) return false
  // Duffel promises that nothing was booked; a machine in between, which sends no such body, does not.
  if (status === 503) return codes.length > 0
  return status >= 400 && status < 500 && status !== 408
}

/** Of an answer that is a refusal. `hide` takes secrets out of texts that come from outside. */
export function rejectionFrom(answer: DuffelAnswer, hide: (text: string) => string): Rejection {
  const faults = faultsOf(answer)
  const told = faults.find((fault) => reasonOf(fault) !== 'other') ?? faults[0]
  if (told === undefined || (isAboutUs(answer) && told.code !== NOTHING_MADE))
    return notAsked(describe(answer))
  const reason = reasonOf(told)
  const message = cleaned(hide(told.message || told.title || describe(answer)))
  return { reason, message, ...(reason === 'passenger_data' && blamed(told)) }
}

/** An offer that is no longer for sale; null where the answer says something else. */
export function goneFrom(answer: DuffelAnswer, hide: (text: string) => string): Rejection | null {
  if (answer.status === 404)
    return { reason: 'offer_gone', message: 'Duffel does not know this offer any more' }
  if (answer.status !== 422) return null
  const rejection = rejectionFrom(answer, hide)
  return rejection.reason === 'sold_out' || rejection.reason === 'offer_gone' ? rejection : null
}

/** A fault of our connection, token, account or rate: it says nothing about the order, and a retry may succeed. */
export function isAboutUs({ status }: DuffelAnswer): boolean {
  return status === null || [401, 403, 407, 429].includes(status) || status >= 500
}

/** Nothing was done, because Duffel could not be asked. */
export function notAsked(why: string): Rejection {
  return { reason: 'other', message: `Duffel could not be asked, and nothing was done: ${why}` }
}

export function codesOf(answer: DuffelAnswer): string[] {
  return faultsOf(answer).flatMap(({ code }) => (code == null ? [] : [String(code)]))
}

export function faultsOf(answer: DuffelAnswer): DuffelFault[] {
  return answer.status === null ? [] : (readFaults(answer.body)?.errors ?? [])
}

/** For logs and reasons: never a text from outside, but the status, the codes and the number to quote to Duffel. */
export function describe(answer: DuffelAnswer): string {
  if (answer.status === null) return answer.reason
  const { status, body, retryAt } = answer
  const codes = codesOf(answer).filter((code) => /^\w{1,60}$/.test(code))
  const request = readFaults(body)?.meta?.request_id ?? ''
  const details = [...new Set(codes)]
  if (/^[\w-]{1,64}$/.test(request)) details.push(`request ${request}`)
  if (status === 429 && retryAt !== null && /^[\w,: ]{1,40}$/.test(retryAt))
    details.push(`full until ${retryAt}`)
  return `Duffel answered ${status}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

function reasonOf({ code, source }: DuffelFault): RejectionReason {
  const known = REASONS[String(code)]
  if (known !== undefined) return known
  const pointer = source?.pointer ?? ''
  if (/\/passengers(?:\/|$)/.test(pointer)) return 'passenger_data'
  if (code === 'not_found' && /\/selected_offers\b/.test(pointer)) return 'offer_gone'
  return code === 'not_valid_with_selected_offer' && /\/type$/.test(pointer) ? 'hold_unavailable' : 'other'
}

/** `/data/passengers/1/identity_documents/0/expires_on`: the second passenger, identity_documents.0.expires_on. */
function blamed({ code, source }: DuffelFault): Pick<Rejection, 'passengerIndex' | 'field'> {
  const match = /\/passengers\/(\d+)(?:\/(.+))?$/.exec(source?.pointer ?? '')
  const field = match?.[2]?.replaceAll('/', '.') ?? FIELDS[String(code)]
  return {
    ...(match !== null && { passengerIndex: Number(match[1]) }),
    ...(field !== undefined && { field }),
  }
}

function cleaned(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_MAX)
}
