// What a bank is asked to collect for an invoice by each of the methods by which it can be paid.
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { BANK_ZONE } from '../../kernel/values/business-days.ts'
import { dayEnd } from '../../kernel/values/dates.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { bareTaxId, isCnpj, isCpf } from '../../kernel/values/tax-ids.ts'
import type { ClientRow } from '../clients/client-store.ts'
import type { ChargeWish } from '../payments/new-charge.ts'
import type { Team } from '../teams/team-store.ts'
import { chargeTerms } from './charge-terms.ts'
import { taxIdOf } from './documents/parties.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { numberText } from './invoice-view.ts'
import { amountDue } from './payment-status.ts'
import { isCancelled, isPaid } from './states.ts'

export const RECEIVER_CITY = 'São Paulo'

export interface WishContext {
  team: Pick<Team, 'name' | 'time_zone'>
  client: Pick<ClientRow, 'full_name' | 'client_type' | 'cpf' | 'cnpj'>
  /** In the team's time zone. */
  today: Temporal.PlainDate
}

/** What can be paid now: what is left, unless the invoice is cancelled or was reported as paid. */
export function payableCents(
  invoice: Pick<InvoiceRow, 'status' | 'payment_status' | 'total_cents' | 'amount_paid_cents'>,
): Cents {
  const isOver = isCancelled(invoice) || isPaid(invoice)
  return isOver ? 0n : amountDue(invoice.total_cents, invoice.amount_paid_cents)
}

/** What of a charge is the invoice itself, without what being late costs. */
export function coveredCents({ amountCents, lateCents = 0n }: ChargeWish): Cents {
  return amountCents - lateCents
}

/** Null where nothing is to be collected by this method, or nothing can be. */
export function chargeWish(
  method: PaymentMethod,
  invoice: InvoiceRow,
  { team, client, today }: WishContext,
): ChargeWish | null {
  const owed = payableCents(invoice)
  if (owed === 0n || !invoice.payment_methods.includes(method)) return null
  const payerDocument = soundTaxId(client)
  const terms = chargeTerms(method, owed, invoice, today)
  // No bank makes a boleto for somebody without one.
  if (terms === null || (method === 'boleto' && payerDocument === null)) return null
  const { fine_percent, interest_percent } = invoice
  const number = numberText(invoice)
  return {
    purpose: 'invoice',
    referenceId: invoice.id,
    method,
    amountCents: terms.amountCents,
    lateCents: terms.lateCents,
    expiresAt: new Date(dayEnd(terms.lastDay, ZONES[method] ?? team.time_zone).getTime() - 1),
    receiver: { name: team.name, city: RECEIVER_CITY },
    payerName: client.full_name,
    payerDocument,
    description: number === null ? 'Fatura' : `Fatura ${number}`,
    ...(method === 'boleto' && { dueDate: terms.dueOn }),
    late: terms.growsLate ? { fine_percent, interest_percent } : null,
  }
}

/** Days of boletos are those of banks; others are the team's. */
const ZONES: Readonly<Record<PaymentMethod, string | null>> = { pix: null, boleto: BANK_ZONE }

/** Banks refuse a charge for a payer whose check digits are wrong. */
export function soundTaxId(client: WishContext['client']): string | null {
  const taxId = taxIdOf(client)
  return taxId !== null && (isCpf(taxId) || isCnpj(taxId)) ? bareTaxId(taxId) : null
}
