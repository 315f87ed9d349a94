// The banks of an invoice, chosen and asked before the transaction: nothing waits for a network inside one.
import { SIMULATED } from '../../../contract/banks.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/wallet.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { aside } from '../../kernel/outbox/steps.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { type ChosenBank, chooseBank } from '../payments/choose-bank.ts'
import { type AskedCharge, type ChargeWish, newCharge, orderFor } from '../payments/new-charge.ts'
import type { World } from '../world.ts'
import type { InvoiceRow } from './invoice-store.ts'
import * as work from './work.ts'

export interface PreparedBank {
  chosen: ChosenBank
  /** What the bank was asked for ahead; null for the simulated one, and where it is only asked afterwards. */
  asked: AskedCharge | null
}

/** Far longer than asking takes; whoever takes longer finds that it was given up. */
const GIVE_UP_AFTER_MS = 120_000

/** By method; one that no bank takes is not there: the invoice goes on without it. */
export type PreparedBanks = Readonly<Partial<Record<PaymentMethod, PreparedBank>>>

/** What will probably be charged. It is only asked for where there is a real bank. */
type Wishes = () => Promise<(method: PaymentMethod) => ChargeWish | null>

/** A provider that is gone by now, or does not take a method, is replaced by the default one. */
export async function prepareBanks(
  world: World,
  scope: Scope,
  { payment_methods, payment_provider_id }: Pick<InvoiceRow, 'payment_methods' | 'payment_provider_id'>,
  wishes: Wishes = async () => () => null,
): Promise<PreparedBanks> {
  const banks: { [Method in PaymentMethod]?: PreparedBank } = {}
  for (const method of PAYMENT_METHODS.filter((one) => payment_methods.includes(one))) {
    const chosen = await chooseBank(world, scope, method, payment_provider_id)
    if (chosen !== null) banks[method] = { chosen, asked: null }
  }
  const real = PAYMENT_METHODS.filter((method) => isReal(banks[method]))
  if (real.length === 0) return banks
  const wishOf = await wishes()
  await Promise.all(
    real.map(async (method) => {
      const [prepared, wish] = [banks[method], wishOf(method)]
      if (prepared !== undefined && wish !== null)
        banks[method] = { ...prepared, asked: await ask(world, scope, prepared.chosen, wish) }
    }),
  )
  return banks
}

function isReal(prepared: PreparedBank | undefined): boolean {
  return prepared !== undefined && prepared.chosen.provider !== SIMULATED
}

/**
 * Where the bank does not say, due work asks again under the same id, and finds what was made. Null for a code that it
 * refused, and may have removed: under another id it can still be made.
 */
async function ask(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  wish: ChargeWish,
): Promise<AskedCharge | null> {
  const begun = await begin(world, scope, chosen, wish)
  const answer = await chosen.bank.open(begun.order)
  if (answer.outcome === 'confirmed') return { ...begun, instructions: answer.value }
  world.log.warn(
    { provider: chosen.providerId, charge: begun.id, method: wish.method, reason: answer.reason },
    'the bank made no charge for an invoice',
  )
  return answer.outcome === 'rejected' && !begun.isStored ? null : { ...begun, instructions: null }
}

/**
 * A registered boleto is shown to its payer by their own bank (DDA), whatever becomes of it here. So it is stored
 * before it is asked for, and given up by due work unless an invoice takes it. A PIX code that was shown to nobody
 * cannot be paid.
 */
async function begin(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  wish: ChargeWish,
): Promise<Omit<AskedCharge, 'instructions'>> {
  if (wish.method === 'pix') {
    const id = makeId('charge', world.wall.now())
    return { id, order: orderFor(id, wish), isStored: false }
  }
  return transaction(world, aside(scope), async (tx) => {
    const { charge, order } = await newCharge(tx, chosen, wish)
    const at = new Date(tx.now.getTime() + GIVE_UP_AFTER_MS)
    schedule(tx, work.abandonInvoiceCharge, { at, key: charge.id, payload: null })
    return { id: charge.id, order, isStored: true }
  })
}

/** What was asked for, where it is just what is wished for now. */
export function askedFor({ asked }: PreparedBank, wish: ChargeWish): AskedCharge | null {
  if (asked === null) return null
  const { amountCents, dueDate, payer } = asked.order
  const isSame = amountCents === wish.amountCents && dueDate?.toString() === wish.dueDate?.toString()
  return isSame && payer?.document === (wish.payerDocument ?? null) ? asked : null
}
