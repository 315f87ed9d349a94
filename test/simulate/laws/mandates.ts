// Laws of Pix Automático, from the book of the bank: a mandate is in the state that both sides say, and has no two debits
// for one cycle.
import type { FakeMandate, FakeMandateCharge } from '../../support/fakes/fake-mandate-books.ts'
import { MANDATES } from '../../support/mandates.ts'
import { centsOfNumber } from './arithmetic.ts'
import { type Case, countBy, type Law } from './law.ts'

// biome-ignore lint/suspicious/noExplicitAny: things of every shape
type Item = any

const STATES: Readonly<Record<FakeMandate['status'], readonly string[]>> = {
  CRIADA: ['created'],
  APROVADA: ['active'],
  REJEITADA: ['rejected'],
  EXPIRADA: ['expired'],
  // Also where the agency, the client or the end of the offer was first.
  CANCELADA: ['cancelled', 'expired'],
}

interface Pair {
  mandate: Item
  /** Its code was shown: the service knows the id that the bank gave it. */
  isShown: boolean
  rec: FakeMandate
}

async function pairsOf({ town, shop, all }: Case): Promise<Pair[]> {
  if (shop.mode === 'test') return []
  const recs = [...town.bank.books.mandates.mandates.values()]
  const rows = await town.database.rows('select bank_id from mandates where team_id = $1', [shop.teamId])
  const shown = new Set(rows.map(({ bank_id }) => bank_id))
  return (await all(MANDATES)).flatMap((mandate) => {
    const own = recs.filter(({ vinculo }) => vinculo.contrato === mandate.id.slice('mdt_'.length))
    return own.map((rec) => ({ mandate, rec, isShown: shown.has(rec.idRec) }))
  })
}

/** What the bank created, and nobody was told of, stays there until it ends by itself: nobody has its code. */
export const mandatesFollowBank: Law = async (given) => {
  const pairs = (await pairsOf(given)).filter(({ rec, isShown }) => isShown || rec.status !== 'CRIADA')
  const counts = countBy(pairs, ({ mandate }) => mandate.id)
  const twice = [...counts]
    .filter(([, count]) => count > 1)
    .map(([id]) => `mandate ${id} is at the bank twice`)
  return [
    ...twice,
    ...pairs.flatMap(({ mandate: { id, status }, rec }) =>
      STATES[rec.status].includes(status)
        ? []
        : [`mandate ${id} is ${status}, and ${rec.status} at the bank`],
    ),
  ]
}

/** By due date, in both modes: whatever happened, one invoice of a month is debited, and it is paid once. */
export const oneDebitForCycle: Law = async ({ town, shop, all }) => {
  const rows: Item[] = await town.database.rows(
    `select d.mandate_id, d.cycle, d.status, d.invoice_id, c.txid from mandate_charges d
     left join charges c on c.id = d.charge_id where d.team_id = $1 and d.mode = $2`,
    [shop.teamId, shop.mode],
  )
  const paying = rows.filter(({ status }) => status !== 'failed' && status !== 'cancelled')
  const cycles = countBy(paying, ({ mandate_id, cycle }) => `${mandate_id} ${cycle}`)
  const faults = [...cycles].flatMap(([name, count]) => (count === 1 ? [] : [`${count} debits of ${name}`]))
  const invoices = new Map((await all('/api/v1/invoices')).map((invoice) => [invoice.id, invoice]))
  for (const { status, invoice_id, txid, mandate_id } of rows) {
    const payments: Item[] = invoices.get(invoice_id)?.payments ?? []
    const debited = payments.filter(({ method }) => method === 'pix_automatic')
    if (debited.length !== (status === 'paid' ? 1 : 0))
      faults.push(`invoice ${invoice_id} was debited ${debited.length} times, and its debit is ${status}`)
    if (shop.mode === 'live' && txid !== null)
      faults.push(...atBank(town.bank.books.mandates.charges.get(txid), { status, mandate_id }))
  }
  return faults
}

const AT_BANK: Readonly<Record<FakeMandateCharge['status'], readonly string[]>> = {
  CRIADA: ['scheduled', 'retrying'],
  ATIVA: ['scheduled', 'retrying'],
  CONCLUIDA: ['paid'],
  EXPIRADA: ['failed', 'cancelled'],
  REJEITADA: ['failed', 'cancelled'],
  CANCELADA: ['failed', 'cancelled'],
}

function atBank(
  charge: FakeMandateCharge | undefined,
  { status, mandate_id }: { status: string; mandate_id: string },
): string[] {
  if (charge === undefined)
    return status === 'failed' || status === 'cancelled'
      ? []
      : [`the bank has no debit of ${mandate_id} that is ${status}`]
  return AT_BANK[charge.status].includes(status)
    ? []
    : [`a debit of ${mandate_id} is ${status}, and ${charge.status} at the bank`]
}

/** Each month of a mandate is debited once at the bank, by what the mandate allows. */
export const banksDebitOnce: Law = async (given) => {
  const { charges } = given.town.bank.books.mandates
  return (await pairsOf(given)).flatMap(({ mandate, rec }) => {
    const paid = [...charges.values()].filter(
      ({ idRec, status }) => idRec === rec.idRec && status === 'CONCLUIDA',
    )
    const months = countBy(paid, ({ calendario }) => calendario.dataDeVencimento.slice(0, 7))
    const wrong = paid.filter(
      ({ valor }) => BigInt(valor.original.replace('.', '')) !== centsOfNumber(mandate.amount),
    )
    return [
      ...[...months].flatMap(([month, count]) =>
        count === 1 ? [] : [`${mandate.id} paid ${count} times in ${month}`],
      ),
      ...wrong.map(({ valor }) => `${mandate.id} of ${mandate.amount} was debited by ${valor.original}`),
    ]
  })
}
