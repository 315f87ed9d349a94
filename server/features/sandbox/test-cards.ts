// The simulated payer by card: approves, is refused, is checked, and disputes; by the API, and by a page that plays the
// bank's.
import type { Invoice } from '../../../contract/invoices.ts'
import { PAY_PATH } from '../../../contract/links.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { isTestCardAction, type TestCardAction, type TestCardInput } from '../../../contract/sandbox.ts'
import type { SANDBOX_PAGE_OPERATIONS } from '../../../contract/sandbox-pages.ts'
import type { ReceivedPayment, Verdict } from '../../adapters/banks/port.ts'
import { systemActor } from '../../kernel/outbox/audit.ts'
import { aside, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { testCardPage } from '../../render/pages/test-card-page.ts'
import { languageFor, pageWords } from '../../render/words/page-words.ts'
import type { Bindings } from '../bindings.ts'
import { clientOf } from '../clients/store.ts'
import { type CardOffer, cardOffer, openCardCharge } from '../invoices/card-charges.ts'
import { partsOf } from '../invoices/parts.ts'
import { applyVerdictToInvoice } from '../invoices/payments.ts'
import { findInvoice, type InvoiceRow } from '../invoices/store.ts'
import { invoiceUrl, invoiceView } from '../invoices/view.ts'
import { refusalOfBank } from '../payments/banks.ts'
import { scheduleWatch } from '../payments/card-watch.ts'
import { type ChargeRow, findChargeByLink, findChargeOf, paidByCharge } from '../payments/charge-store.ts'
import { isUndecided } from '../payments/disputes/states.ts'
import { disputesOf } from '../payments/disputes/store.ts'
import { simulatedSettlement } from '../payments/simulated-card.ts'
import { hasMoney, isAuthorised, isPayable } from '../payments/states.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'

/** Until then the agency may send documents. */
const DISPUTE_DAYS = 10
const MINUTE_MS = 60_000

export async function playTestCard(
  world: World,
  scope: Scope,
  id: string,
  { action, instalments, reason = 'refused' }: TestCardInput,
): Promise<Invoice> {
  const invoice = isUuid(id) ? await findInvoice(world.pool, scope.owner, id) : undefined
  if (invoice === undefined) return fail('charge_not_found')
  const isAttempt = action === 'approve' || action === 'refuse' || action === 'analyse'
  if (isAttempt) await choose(world, scope, invoice, instalments)
  const charge = await findChargeOf(world.pool, scope.owner, id, 'card')
  if (charge === undefined) return fail('charge_not_found', { advice: 'the invoice was never paid by card' })
  await play(world, aside(scope), charge, { action, reason })
  return transaction(world, scope, async (tx) => {
    const row = (await findInvoice(tx, tx.owner, id)) ?? fail('charge_not_found')
    return invoiceView(world, await partsOf(world, tx, tx.owner, row))
  })
}

/** As the payer does on the invoice's page. A card that is being checked is decided as it is. */
async function choose(
  world: World,
  scope: Scope,
  invoice: InvoiceRow,
  wanted: number | undefined,
): Promise<void> {
  const current = await findChargeOf(world.pool, scope.owner, invoice.id, 'card')
  if (current !== undefined && isAuthorised(current)) {
    const checked = current.instalment_count ?? 1
    if (wanted !== undefined && wanted !== checked)
      failField(
        'instalments',
        issueWith('must be {count} or left out, as for the card that is being checked', { count: checked }),
      )
    return
  }
  const count = wanted ?? 1
  const offer = await offerOf(world, scope, invoice)
  if (!offer.options.some((option) => option.count === count))
    failField('instalments', issueWith('must be at most {most}', { most: offer.options.at(-1)?.count ?? 1 }))
  const outcome = await openCardCharge(world, invoice.link_token, {
    count,
    amount: formatAmount(offer.amountCents),
    address: null,
  })
  if (outcome !== 'ready')
    fail('charge_not_found', { advice: `the invoice cannot be paid by card: ${outcome}` })
}

async function offerOf(world: World, scope: Scope, invoice: InvoiceRow): Promise<CardOffer> {
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const client = await clientOf(world.pool, scope.owner, invoice)
  const today = dateIn(scope.clock.now(), team.time_zone)
  const offer = await cardOffer(world, scope, invoice, { team, client, today })
  return (
    offer ?? fail('charge_not_found', { advice: 'add card to its payment_methods; nothing is left to pay' })
  )
}

interface Play {
  readonly action: TestCardAction
  readonly reason: NonNullable<TestCardInput['reason']>
}

async function play(world: World, scope: Scope, charge: ChargeRow, { action, reason }: Play): Promise<void> {
  if (charge.provider !== SIMULATED || refusalOfBank(world, scope.owner, SIMULATED) !== null)
    fail('charge_not_found', { advice: 'only charges of the simulated bank can be played' })
  const now = scope.clock.now()
  const verdict = await verdictOf(world, charge, { action, reason }, now)
  await applyVerdictToInvoice(world, scope, charge, verdict)
  if (action !== 'approve') return
  const at = new Date(now.getTime() + MINUTE_MS)
  await transaction(world, scope, async (tx) => scheduleWatch(tx, charge.id, at))
}

async function verdictOf(
  world: World,
  charge: ChargeRow,
  { action, reason }: Play,
  now: Date,
): Promise<Verdict> {
  const isOpen = isPayable(charge) || isAuthorised(charge)
  if (action === 'approve' || action === 'refuse' || action === 'analyse') {
    if (!isOpen) fail('charge_not_found', { advice: 'its charge by card cannot be paid now' })
    if (action === 'refuse') {
      const earlier = charge.refusals.map((one) => ({ ...one, at: new Date(one.at) }))
      return { status: 'open', payments: [], refusals: [...earlier, { at: now, reason }] }
    }
    if (action === 'analyse') return { status: 'authorised', payments: [] }
    const settlement = simulatedSettlement(charge, charge.instalment_count ?? 1, now)
    return {
      status: 'paid',
      payments: [paymentOf(charge, charge.amount_cents, now)],
      settlement,
      dispute: null,
    }
  }
  const paid = await paidByCharge(world.pool, charge.id)
  if (paid === null || !hasMoney(charge))
    return fail('charge_not_found', { advice: 'it was not paid by card' })
  const all = await disputesOf(world.pool, charge.id)
  const open = all.find(isUndecided)
  if (action !== 'dispute' && open === undefined)
    fail('charge_not_found', { advice: 'no dispute of it is open' })
  const respondBy = dateIn(now, BANK_ZONE).add({ days: DISPUTE_DAYS })
  const dispute = {
    id: open?.bank_id ?? `SIM${charge.txid}x${all.length + 1}`,
    paymentId: paymentOf(charge, paid.cents, paid.paidAt).id,
    status: ({ dispute: 'open', win: 'won', lose: 'lost' } as const)[action],
    reason: open?.reason ?? 'COMMERCIAL_DISAGREEMENT',
    amountCents: paid.cents,
    openedAt: now,
    respondBy: open === undefined ? respondBy : null,
  }
  return { status: 'paid', payments: [paymentOf(charge, paid.cents, paid.paidAt)], dispute }
}

/** Its id is always the same, so that it is paid once. */
function paymentOf({ txid }: ChargeRow, amountCents: bigint, paidAt: Date): ReceivedPayment {
  return { id: `SIM${txid}`, txid, amountCents, paidAt }
}

/** The page that stands in for the bank's. Its link is that of the charge, and cannot be guessed. */
export function testCardRoutes(world: World): Bindings<typeof SANDBOX_PAGE_OPERATIONS> {
  return {
    'testCards.page': async ({ params }) => {
      const { charge, invoice, language } = await behind(world, params.token)
      return testCardPage(language, {
        action: `${PAY_PATH}/${charge.link_token}/card`,
        amount: pageWords(language).money(charge.amount_cents),
        instalments: charge.instalment_count ?? 1,
        back: `${invoiceUrl(world, invoice.link_token)}?card=back`,
        canPay: isPayable(charge) || isAuthorised(charge),
        canDispute: hasMoney(charge) && charge.status !== 'lost' && charge.status !== 'refunded',
        isDisputed: charge.status === 'disputed',
      })
    },
    'testCards.act': async ({ params, body: { action = '' } = {} }) => {
      const { charge, invoice } = await behind(world, params.token)
      const scope = { ...(await scopeOf(world, ownerOfRow(charge))), by: systemActor('public page') }
      const pays = action === 'approve' || action === 'refuse' || action === 'analyse'
      // The page says then that it was paid or withdrawn.
      if (pays && !isPayable(charge) && !isAuthorised(charge))
        return { to: `${PAY_PATH}/${charge.link_token}/card` }
      if (isTestCardAction(action)) await play(world, scope, charge, { action, reason: 'refused' })
      return { to: `${invoiceUrl(world, invoice.link_token)}?card=back` }
    },
  }
}

async function behind(world: World, token: string) {
  const charge = await findChargeByLink(world.pool, token)
  if (charge?.provider !== SIMULATED || charge.method !== 'card') return fail('charge_not_found')
  const owner = ownerOfRow(charge)
  const invoice = (await findInvoice(world.pool, owner, charge.reference_id)) ?? fail('charge_not_found')
  const team = await demandTeam(world.pool, charge.team_id)
  const language = languageFor(await clientOf(world.pool, owner, invoice), team)
  return { charge, invoice, language }
}
