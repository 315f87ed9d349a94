// Invariants of Pix Automático: mandates and debits match the books of the bank, and no cycle is debited twice.
import type { FakeMandate, FakeMandateCharge } from '../../support/fakes/fake-mandate-books.ts'
import { MANDATES } from '../../support/mandates.ts'
import { centsOfNumber } from './arithmetic.ts'
import { countBy, type Invariant, type InvariantInput } from './input.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape
type Item = any

const STATES: Readonly<Record<FakeMandate['status'], readonly string[]>> = {
  CRIADA: ['created'],
  APROVADA: ['active'],
  REJEITADA: ['rejected'],
  EXPIRADA: ['expired'],
  // The offer may have expired before the cancellation.
  CANCELADA: ['cancelled', 'expired'],
}

interface Pair {
  mandate: Item
  /** The service stored the bank's id, and so could show its code. */
  isShown: boolean
  rec: FakeMandate
}

async function pairsOf({ installation, agency, list }: InvariantInput): Promise<Pair[]> {
  if (agency.mode === 'test') return []
  const recs = [...installation.bank.books.mandates.mandates.values()]
  const rows = await installation.database.rows('select bank_id from mandates where team_id = $1', [
    agency.teamId,
  ])
  const shown = new Set(rows.map(({ bank_id }) => bank_id))
  return (await list(MANDATES)).flatMap((mandate) => {
    const own = recs.filter(({ vinculo }) => vinculo.contrato === mandate.id.slice('mdt_'.length))
    return own.map((rec) => ({ mandate, rec, isShown: shown.has(rec.idRec) }))
  })
}

/** The bank may have created another one whose response was lost. Its code was never shown, and it expires unused. */
export const mandatesMatchBank: Invariant = async (input) => {
  const pairs = (await pairsOf(input)).filter(({ rec, isShown }) => isShown || rec.status !== 'CRIADA')
  const counts = countBy(pairs, ({ mandate }) => mandate.id)
  const twice = [...counts]
    .filter(([, count]) => count > 1)
    .map(([id]) => `mandate ${id} is at the bank twice`)
  return [
    ...twice,
    ...pairs.flatMap(({ mandate: { id, status }, rec }) =>
      STATES[rec.status].includes(status)
        ? []
        : [`mandate ${id} is ${status}, but ${rec.status} at the bank`],
    ),
  ]
}

/** In both modes one invoice of each month is debited, and paid once. */
export const oneDebitPerCycle: Invariant = async ({ installation, agency, list }) => {
  const rows: Item[] = await installation.database.rows(
    `select d.mandate_id, d.cycle, d.status, d.invoice_id, c.txid from mandate_charges d
     left join charges c on c.id = d.charge_id where d.team_id = $1 and d.mode = $2`,
    [agency.teamId, agency.mode],
  )
  const paying = rows.filter(({ status }) => status !== 'failed' && status !== 'cancelled')
  const cycles = countBy(paying, ({ mandate_id, cycle }) => `${mandate_id} ${cycle}`)
  const problems = [...cycles].flatMap(([name, count]) => (count === 1 ? [] : [`${count} debits of ${name}`]))
  const invoices = new Map((await list('/api/v1/invoices')).map((invoice) => [invoice.id, invoice]))
  for (const { status, invoice_id, txid, mandate_id } of rows) {
    const payments: Item[] = invoices.get(invoice_id)?.payments ?? []
    const debited = payments.filter(({ method }) => method === 'pix_automatic')
    if (debited.length !== (status === 'paid' ? 1 : 0))
      problems.push(`invoice ${invoice_id} was debited ${debited.length} times, but its debit is ${status}`)
    if (agency.mode === 'live' && txid !== null)
      problems.push(
        ...problemsAtBank(installation.bank.books.mandates.charges.get(txid), { status, mandate_id }),
      )
  }
  return problems
}

const STATUSES_AT_BANK: Readonly<Record<FakeMandateCharge['status'], readonly string[]>> = {
  CRIADA: ['scheduled', 'retrying'],
  ATIVA: ['scheduled', 'retrying'],
  CONCLUIDA: ['paid'],
  EXPIRADA: ['failed', 'cancelled'],
  REJEITADA: ['failed', 'cancelled'],
  CANCELADA: ['failed', 'cancelled'],
}

function problemsAtBank(
  charge: FakeMandateCharge | undefined,
  { status, mandate_id }: { status: string; mandate_id: string },
): string[] {
  if (charge === undefined)
    return status === 'failed' || status === 'cancelled'
      ? []
      : [`the bank has no debit of ${mandate_id} that is ${status}`]
  return STATUSES_AT_BANK[charge.status].includes(status)
    ? []
    : [`a debit of ${mandate_id} is ${status}, but ${charge.status} at the bank`]
}

/** By the amount of the mandate. */
export const bankDebitsOncePerCycle: Invariant = async (input) => {
  const { charges } = input.installation.bank.books.mandates
  return (await pairsOf(input)).flatMap(({ mandate, rec }) => {
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
