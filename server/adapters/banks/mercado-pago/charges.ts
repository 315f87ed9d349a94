// Opens, reads and withdraws charges at Mercado Pago: a preference has a page on which payers pay by card. A preference is
// looked up by our txid before another is created, and its payments carry the txid too.

import { bareTaxId, isCnpj } from '../../../../contract/tax-ids.ts'
import { BANK_ZONE, dateIn } from '../../../kernel/values/dates.ts'
import { numberFromCents } from '../../../kernel/values/money.ts'
import { asFields, type Fields } from '../pix/pix-json.ts'
import type { ChargeOrder, Dispute, Instructions, Outcome, Rejected, Verdict } from '../port.ts'
import { isAccount, type MercadoPagoLine, UNFIT } from './client.ts'
import { centsOf, type MercadoPagoPayment, momentOf, receivedOf, refusalOf, TXID } from './payment-fields.ts'
import { paymentsOf } from './payments.ts'

interface Preference {
  id: string
  pageUrl: string | null
  amountCents: bigint
  /** Null if it does not end by itself. */
  endsAt: Date | null
}

const PREFERENCE_ID = /^[a-zA-Z0-9-]{1,80}$/
const PAGE = /^https:\/\/\S{1,500}$/
const TITLE_MAX = 250
/** Only cards: Pix and boletos come from the agency's other banks. */
const NOT_OFFERED = ['ticket', 'bank_transfer', 'atm']
const INSTALMENTS_MAX = 12

export async function openCharge(
  line: MercadoPagoLine,
  order: ChargeOrder,
  now: Date,
): Promise<Outcome<Instructions>> {
  const fault = faultOf(order, now)
  if (fault !== null) return fault
  const known = await preferenceOf(line, order.txid)
  const isMissing = known.outcome === 'rejected' && known.cause === 'absent'
  const found = isMissing ? await make(line, order) : known
  if (found.outcome !== 'confirmed') return found
  const { id, pageUrl, amountCents } = found.value
  if (amountCents !== order.amountCents || pageUrl === null) {
    await end(line, id, now)
    return {
      outcome: 'rejected',
      reason:
        pageUrl === null
          ? 'the bank sent no page that takes a card'
          : 'the bank has another charge than was ordered',
    }
  }
  return { outcome: 'confirmed', value: { method: 'card', pageUrl, bankReference: id } }
}

async function make(line: MercadoPagoLine, order: ChargeOrder): Promise<Outcome<Preference>> {
  const made = await line.post('/checkout/preferences', preferenceBody(order), order.txid)
  if (made.outcome !== 'confirmed') return made
  const read = readPreference(made.value, order.txid)
  return read === null ? UNFIT : { outcome: 'confirmed', value: read }
}

function preferenceBody(order: ChargeOrder): object {
  const { txid, amountCents, description, payer, expiresAt, instalments, returnUrl, callbackUrl } = order
  const document = payer?.document ? bareTaxId(payer.document) : null
  return {
    items: [
      {
        id: txid,
        title: [...description].slice(0, TITLE_MAX).join(''),
        quantity: 1,
        currency_id: 'BRL',
        unit_price: numberFromCents(amountCents),
      },
    ],
    ...(payer && {
      payer: {
        name: payer.name,
        ...(payer.email !== undefined && { email: payer.email }),
        ...(document !== null && {
          identification: { type: isCnpj(document) ? 'CNPJ' : 'CPF', number: document },
        }),
      },
    }),
    ...(returnUrl !== undefined && {
      back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
      auto_return: 'approved',
    }),
    ...(callbackUrl !== undefined && { notification_url: `${callbackUrl}?source_news=webhooks` }),
    external_reference: txid,
    expires: true,
    expiration_date_to: localText(expiresAt),
    payment_methods: {
      excluded_payment_types: NOT_OFFERED.map((id) => ({ id })),
      installments: Math.min(instalments?.count ?? instalments?.max ?? 1, INSTALMENTS_MAX),
    },
  }
}

/** `2026-11-20T23:59:59.999-03:00`. */
function localText(at: Date): string {
  const local = at.toTemporalInstant().toZonedDateTimeISO(BANK_ZONE)
  return local.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
}

/** The oldest preference of a txid: payers see only that one. */
async function preferenceOf(line: MercadoPagoLine, txid: string): Promise<Outcome<Preference>> {
  const all = await preferencesOf(line, txid)
  if (all.outcome !== 'confirmed') return all
  const [first] = all.value
  return first === undefined ? ABSENT : readById(line, first, txid)
}

const ABSENT: Rejected = { outcome: 'rejected', reason: 'the bank has no such charge', cause: 'absent' }

async function preferencesOf(line: MercadoPagoLine, txid: string): Promise<Outcome<string[]>> {
  const reply = await line.get('/checkout/preferences/search', { external_reference: txid })
  if (reply.outcome !== 'confirmed') return reply
  const { elements } = reply.value
  // Mercado Pago writes null if there are none.
  if (elements !== null && !Array.isArray(elements)) return UNFIT
  const found = (elements ?? []).map(asFields).filter((one) => one?.external_reference === txid)
  const ids = found.map((one) => one?.id).filter((id) => typeof id === 'string' && PREFERENCE_ID.test(id))
  const oldest = new Map(found.map((one) => [one?.id, String(one?.date_created)]))
  return {
    outcome: 'confirmed',
    value: ids.sort((one, other) =>
      (oldest.get(one) ?? '') < (oldest.get(other) ?? '') ? -1 : 1,
    ) as string[],
  }
}

async function readById(line: MercadoPagoLine, id: string, txid: string): Promise<Outcome<Preference>> {
  const reply = await line.get(`/checkout/preferences/${id}`)
  if (reply.outcome !== 'confirmed') return reply
  const read = readPreference(reply.value, txid)
  return read === null ? UNFIT : { outcome: 'confirmed', value: read }
}

function readPreference(fields: Fields, txid: string): Preference | null {
  const { id, init_point, items, external_reference, expires, expiration_date_to } = fields
  if (typeof id !== 'string' || !PREFERENCE_ID.test(id) || external_reference !== txid) return null
  const [item, ...others] = Array.isArray(items) ? items.map(asFields) : []
  const amountCents = centsOf(item?.unit_price)
  if (amountCents === null || others.length > 0) return null
  return {
    id,
    pageUrl: typeof init_point === 'string' && PAGE.test(init_point) ? init_point : null,
    amountCents,
    endsAt: expires === true ? momentOf(expiration_date_to) : null,
  }
}

export interface NamedCharge {
  txid: string
  bankReference: string | null
}

export async function readCharge(
  line: MercadoPagoLine,
  named: NamedCharge,
  now: Date,
): Promise<Outcome<Verdict>> {
  const { txid, bankReference } = named
  if (!TXID.test(txid)) return ABSENT
  const found = await paymentsOf(line, txid, now)
  if (found.outcome !== 'confirmed') return found
  const all = found.value
  const refusals = all.flatMap(refusalOf)
  const paid = all.filter(({ state }) => state === 'paid')
  const [first] = paid
  if (first !== undefined) {
    const dispute = await disputeOf(line, paid)
    if (dispute.outcome !== 'confirmed') return dispute
    const payments = paid.map((payment) => receivedOf(payment, txid))
    const { settlement } = first
    return {
      outcome: 'confirmed',
      value: { status: 'paid', payments, refusals, settlement, dispute: dispute.value },
    }
  }
  const isChecked = all.some(({ state }) => state === 'authorised')
  if (isChecked) return { outcome: 'confirmed', value: { status: 'authorised', payments: [], refusals } }
  const preference =
    bankReference !== null && PREFERENCE_ID.test(bankReference)
      ? await readById(line, bankReference, txid)
      : await preferenceOf(line, txid)
  if (preference.outcome !== 'confirmed') return preference
  const { endsAt } = preference.value
  const status = endsAt !== null && endsAt <= now ? 'removed' : 'open'
  return { outcome: 'confirmed', value: { status, payments: [], refusals } }
}

/** The payment says how a dispute stands; the chargeback, if there is one, until when documents are taken. */
async function disputeOf(
  line: MercadoPagoLine,
  paid: readonly MercadoPagoPayment[],
): Promise<Outcome<Dispute | null>> {
  const contested =
    paid.find(({ dispute }) => dispute === 'open') ?? paid.find(({ dispute }) => dispute !== null)
  if (contested === undefined || contested.dispute === null) return { outcome: 'confirmed', value: null }
  const { id, amountCents, changedAt, dispute: status } = contested
  const reply = await line.get('/v1/chargebacks/search', { payment_id: id })
  if (reply.outcome === 'unknown' || isAccount(reply)) return reply
  const { results } = reply.outcome === 'confirmed' ? reply.value : { results: [] }
  const [chargeback] = Array.isArray(results) ? results.map(asFields) : []
  const reason = chargeback?.reason
  const deadline = momentOf(chargeback?.date_documentation_deadline)
  return {
    outcome: 'confirmed',
    value: {
      id: `payment${id}`,
      paymentId: id,
      status,
      reason: typeof reason === 'string' ? reason.trim().slice(0, TITLE_MAX) : '',
      amountCents: centsOf(chargeback?.amount) ?? amountCents,
      openedAt: momentOf(chargeback?.date_created) ?? changedAt,
      respondBy: deadline === null ? null : dateIn(deadline, BANK_ZONE),
    },
  }
}

/** A payment that is still checked cannot be withdrawn. */
export async function withdrawCharge(
  line: MercadoPagoLine,
  named: NamedCharge,
  now: Date,
): Promise<Outcome<Verdict>> {
  if (!TXID.test(named.txid)) return ABSENT
  const found = await preferencesOf(line, named.txid)
  if (found.outcome !== 'confirmed') return found
  const ids = new Set([...found.value, ...(named.bankReference === null ? [] : [named.bankReference])])
  if (ids.size === 0) return ABSENT
  for (const id of ids) {
    const reply = await end(line, id, now)
    if (reply.outcome === 'unknown' || isAccount(reply)) return reply
  }
  return readCharge(line, { txid: named.txid, bankReference: [...ids][0] ?? null }, now)
}

function end(line: MercadoPagoLine, id: string, now: Date): Promise<Outcome<Fields>> {
  return line.put(`/checkout/preferences/${id}`, { expires: true, expiration_date_to: localText(now) })
}

function faultOf({ txid, amountCents, expiresAt, method }: ChargeOrder, now: Date): Rejected | null {
  const refused = (reason: string): Rejected => ({ outcome: 'rejected', reason })
  if (method !== 'card') return refused('Mercado Pago is connected for cards alone')
  if (!TXID.test(txid)) return refused('the txid is not 26 to 35 letters and digits')
  if (amountCents < 1n) return refused('the amount is not one of a charge')
  return expiresAt <= now ? refused('the charge has expired') : null
}
