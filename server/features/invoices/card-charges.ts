// Charges by card. They are opened when the payer asks for one on the page, because some banks fix the number of
// instalments then.
import { METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import { type BankName, SIMULATED } from '../../../contract/payment-providers.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { systemActor } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { countedAddress } from '../../kernel/values/urls.ts'
import { clientOf } from '../clients/store.ts'
import { bankNameFor, type ChosenBank, chooseBank } from '../payments/banks.ts'
import { cardTermsOf, type InstalmentOption, instalmentOptions } from '../payments/card-terms.ts'
import { scheduleFirstWatch } from '../payments/card-watch.ts'
import {
  type ChargeRow,
  cardChargesSince,
  moveCharge,
  recordRefusal,
  shownChargesOf,
  unsetCurrent,
} from '../payments/charge-store.ts'
import { type ChargeRequest, instructionColumns, newCharge, withdrawAgain } from '../payments/charges.ts'
import { isAuthorised, isAwaited, isPayable } from '../payments/states.ts'
import { type BucketTerms, takeShared } from '../teams/bucket-store.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { chargeRequest, refusalIn, type WishContext, withdraw } from './charges.ts'
import * as jobs from './jobs.ts'
import { findInvoice, findInvoiceByLink, type InvoiceRow, lockInvoice, storeInvoice } from './store.ts'
import { type BanksOnDemand, currentOf, invoiceUrl, isAskedFor } from './view.ts'

/** The terms that the page offers to a payer by card. */
export interface CardOffer {
  /** In whole, without a fee. */
  amountCents: Cents
  /** One if the payer chooses on the bank's page. */
  options: InstalmentOption[]
  /** The most instalments, if the payer chooses them on the bank's page. */
  mostThere: number | null
  /** Null for the simulated bank, whose name each language has. */
  bankName: string | null
  /** The agency has set that the payer bears the fee. */
  hasFee: boolean
}

/** Null if the invoice cannot be paid by card now. */
export async function cardOffer(
  world: World,
  scope: Scope,
  invoice: InvoiceRow,
  context: CardContext,
): Promise<CardOffer | null> {
  const base = chargeRequest('card', invoice, context)
  if (base === null) return null
  const chosen = await chooseBank(world, scope, 'card', invoice.payment_provider_id)
  return chosen === null ? null : offerAt(chosen, base, invoice, context)
}

/** Of methods that were chosen, and have no charge yet. */
export async function banksOnDemand(
  world: World,
  db: Queryable,
  invoices: readonly InvoiceRow[],
  chargesOf: (invoiceId: string) => readonly ChargeRow[],
): Promise<(invoiceId: string) => BanksOnDemand> {
  const asked = new Map<string, Promise<BankName | null>>()
  const found = new Map<string, BanksOnDemand>()
  for (const invoice of invoices.filter(isAskedFor)) {
    const banks: { [Method in PaymentMethod]?: BankName | null } = {}
    for (const method of invoice.payment_methods.filter((one) => METHODS[one].opens === 'on_demand')) {
      if (currentOf(chargesOf(invoice.id), method) !== null) continue
      const wanted = { method, providerId: invoice.payment_provider_id }
      const key = JSON.stringify(wanted)
      const name = asked.get(key) ?? bankNameFor(world, db, ownerOfRow(invoice), wanted)
      asked.set(key, name)
      banks[method] = await name
    }
    found.set(invoice.id, banks)
  }
  return (invoiceId) => found.get(invoiceId) ?? {}
}

interface CardContext extends WishContext {
  team: WishContext['team'] & { card_terms: Parameters<typeof cardTermsOf>[0] }
}

function offerAt(
  { provider }: ChosenBank,
  base: ChargeRequest,
  invoice: InvoiceRow,
  { team }: CardContext,
): CardOffer | null {
  const { title, needsPayerDocument, payerChoosesInstalments } = BANKS[provider]
  if (needsPayerDocument === true && (base.payerDocument ?? null) === null) return null
  const terms = cardTermsOf(team.card_terms, invoice.card_terms)
  const options = instalmentOptions(base.amountCents, terms)
  const [once] = options
  if (once === undefined) return null
  const offer = { amountCents: base.amountCents, bankName: provider === SIMULATED ? null : title }
  const most = options.at(-1)?.count ?? 1
  // Its own account says who bears the fee there.
  if (payerChoosesInstalments === true) {
    const whole = { count: 1, totalCents: base.amountCents, surchargeCents: 0n, eachCents: base.amountCents }
    return { ...offer, options: [whole], mostThere: most, hasFee: false }
  }
  return {
    ...offer,
    options,
    mostThere: null,
    hasFee: options.some(({ surchargeCents }) => surchargeCents > 0n),
  }
}

function cardRequest(
  world: World,
  base: ChargeRequest,
  offer: CardOffer,
  wish: CardWish,
  extra: Extra,
): ChargeRequest | null {
  const { mostThere, options } = offer
  const returnUrl = returnUrlOf(world, extra.invoice)
  const common = {
    ...base,
    ...(returnUrl !== null && { returnUrl }),
    ...(extra.callbackUrl !== null && { callbackUrl: extra.callbackUrl }),
    ...(extra.email !== '' && { payerEmail: extra.email }),
  }
  if (mostThere !== null) return { ...common, instalments: { max: mostThere } }
  const option = options.find(({ count }) => count === wish.count)
  if (option === undefined) return null
  const { count, totalCents, surchargeCents } = option
  const max = options.at(-1)?.count ?? count
  return { ...common, amountCents: totalCents, surchargeCents, instalments: { count, max } }
}

interface Extra {
  readonly invoice: Pick<InvoiceRow, 'link_token'>
  readonly callbackUrl: string | null
  readonly email: string
}

/** Where the bank's page sends the payer afterwards. Banks take only https. */
function returnUrlOf(world: World, { link_token }: Pick<InvoiceRow, 'link_token'>): string | null {
  const url = `${invoiceUrl(world, link_token)}?card=back`
  return url.startsWith('https://') ? url : null
}

export interface CardWish {
  /** Ignored if the payer chooses on the bank's page. */
  readonly count: number
  /** The amount that the payer saw, without a fee. */
  readonly amount: string
  /** Of the payer; null if the agency itself plays the payer. */
  readonly address: string | null
}

/**
 * ready: the bank's page takes the card. waiting: the bank has not answered yet. checking: a card is being checked.
 * changed: the amount is another one now. refused: the bank opened no charge. closed: it cannot be paid by card.
 * too_many: so many charges were opened lately that the payer has to wait.
 */
export type CardOutcome = 'ready' | 'waiting' | 'checking' | 'changed' | 'refused' | 'closed' | 'too_many'

/** Anybody who has the link can ask for another charge, which costs a request to the bank. */
const CHARGES_PER_HOUR = 10
const HOUR_MS = 3_600_000
/** Of these at most four from one address: each replaces the page into which another payer may be typing. */
const OF_ADDRESS: BucketTerms = { capacity: 4, refillMs: 4 * HOUR_MS }

/** A job asks the bank again after this, if the process ended meanwhile. */
const ASK_AGAIN_MS = 60_000

/** Opens a charge for the number of instalments that the payer chose; a repeated wish finds the same charge. */
export async function openCardCharge(world: World, token: string, wish: CardWish): Promise<CardOutcome> {
  const known = (await findInvoiceByLink(world.pool, token)) ?? fail('invoice_not_found')
  const scope = { ...(await scopeOf(world, ownerOfRow(known))), by: systemActor('public page') }
  const chosen = await chooseBank(world, scope, 'card', known.payment_provider_id)
  if (chosen === null) return 'closed'
  const begun = await transaction(world, scope, (tx) =>
    begin(world, tx, { invoiceId: known.id, chosen, wish }),
  )
  if (typeof begun === 'string') return begun
  const { charge, order } = begun
  const opened = await chosen.bank.open(order)
  if (opened.outcome === 'unknown') {
    world.log.warn(
      { provider: chosen.providerId, charge: charge.id, reason: opened.reason },
      'no answer for a card',
    )
    return 'waiting'
  }
  if (opened.outcome === 'confirmed')
    return transaction(world, scope, (tx) => confirmOpened(tx, charge, instructionColumns(opened.value)))
  world.log.warn(
    { provider: chosen.providerId, charge: charge.id, reason: opened.reason },
    'the bank opened no charge by card',
  )
  return transaction(world, scope, async (tx): Promise<CardOutcome> => {
    await recordRefusal(tx, charge.id, refusalIn(opened))
    await unsetCurrent(tx, charge.id)
    if ((await moveCharge(tx, charge.id, 'abandon')) !== undefined) withdrawAgain(tx, charge.id)
    await touch(tx, charge.reference_id)
    return 'refused'
  })
}

type Begun = CardOutcome | Awaited<ReturnType<typeof newCharge>>

/** The charge is stored before its bank is asked, so that a lost response is not a second charge. */
async function begin(
  world: World,
  tx: Tx,
  {
    invoiceId,
    chosen,
    wish,
  }: { readonly invoiceId: string; readonly chosen: ChosenBank; readonly wish: CardWish },
): Promise<Begun> {
  const invoice = (await lockInvoice(tx, invoiceId)) ?? fail('invoice_not_found')
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await clientOf(tx, tx.owner, invoice)
  const context = { team, client, today: dateIn(tx.now, team.time_zone) }
  const current = currentOf((await shownChargesOf(tx, [invoice.id])).get(invoice.id) ?? [], 'card')
  if (current !== null && isAuthorised(current)) return 'checking'
  const base = chargeRequest('card', invoice, context)
  const offer = base && offerAt(chosen, base, invoice, context)
  if (base === null || offer === null) return 'closed'
  if (formatAmount(offer.amountCents) !== wish.amount) return 'changed'
  const request = cardRequest(world, base, offer, wish, {
    invoice,
    callbackUrl: chosen.callbackUrl,
    email: client.email,
  })
  if (request === null) return 'changed'
  if (current !== null && isSame(current, request, chosen, tx.now))
    return isPayable(current) ? 'ready' : 'waiting'
  const hourAgo = new Date(tx.now.getTime() - HOUR_MS)
  if ((await cardChargesSince(tx, invoice.id, hourAgo)) >= CHARGES_PER_HOUR) return 'too_many'
  if (wish.address !== null) {
    const bucket = `card ${invoice.id} ${countedAddress(wish.address)}`
    if ((await takeShared(tx, bucket, OF_ADDRESS, world.wall.now())) > 0) return 'too_many'
  }
  if (current !== null) await withdraw(tx, current)
  const begun = await newCharge(tx, chosen, request)
  const { charge } = begun
  const payload = { invoice_id: invoice.id, charge_id: charge.id }
  const renewAt = new Date(charge.expires_at.getTime() + 1)
  schedule(tx, jobs.renewInvoiceChargeJob, { at: renewAt, key: charge.id, payload })
  await storeInvoice(tx, { ...invoice, updated_at: tx.now })
  if (isPayable(charge)) return 'ready'
  const askAgainAt = new Date(tx.now.getTime() + ASK_AGAIN_MS)
  schedule(tx, jobs.openInvoiceChargeJob, {
    at: askAgainAt,
    key: charge.id,
    payload: { charge_id: charge.id },
  })
  scheduleFirstWatch(tx, charge.id)
  return begun
}

function isSame(charge: ChargeRow, request: ChargeRequest, { providerId }: ChosenBank, now: Date): boolean {
  const isUsable = (isPayable(charge) || isAwaited(charge)) && charge.expires_at > now
  return (
    isUsable &&
    charge.provider_id === providerId &&
    charge.amount_cents === request.amountCents &&
    charge.instalment_count === (request.instalments?.count ?? null) &&
    charge.instalments_max === (request.instalments?.max ?? null)
  )
}

async function confirmOpened(
  tx: Tx,
  { id, reference_id }: ChargeRow,
  columns: ReturnType<typeof instructionColumns>,
): Promise<CardOutcome> {
  // It was withdrawn meanwhile, or the job was faster.
  if ((await moveCharge(tx, id, 'open', { ...columns, refusal: null })) === undefined) {
    const current = currentOf((await shownChargesOf(tx, [reference_id])).get(reference_id) ?? [], 'card')
    if (current?.id === id) return isPayable(current) ? 'ready' : 'checking'
    withdrawAgain(tx, id)
    return 'changed'
  }
  await touch(tx, reference_id)
  return 'ready'
}

/** The time of the update shows the public page that something changed. */
async function touch(tx: Tx, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId)
  if (invoice !== undefined) await storeInvoice(tx, { ...invoice, updated_at: tx.now })
}

/** Facts that a repeated order of a charge by card needs besides its row. */
export async function cardPartsOf(
  world: World,
  charge: ChargeRow,
): Promise<Pick<ChargeRequest, 'instalments' | 'surchargeCents' | 'returnUrl'>> {
  const { instalment_count: count, instalments_max: max } = charge
  if (max === null) return {}
  const invoice = await findInvoice(world.pool, ownerOfRow(charge), charge.reference_id)
  const returnUrl = invoice === undefined ? null : returnUrlOf(world, invoice)
  return {
    instalments: { max, ...(count !== null && { count }) },
    surchargeCents: charge.surcharge_cents,
    ...(returnUrl !== null && { returnUrl }),
  }
}
