// All transactions of a filter as CSV, read a thousand at a time while they are sent: a million take no more memory
// than a page.
import type { PaymentMethod, ReferenceType, TransactionType } from '../../../contract/wallet.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { type CsvColumn, type CsvReader, csvTable } from '../../kernel/values/csv-table.ts'
import { csvTurns } from '../csv-turns.ts'
import { turnsOf } from '../heavy-work.ts'
import type { World } from '../world.ts'
import { type Extent, readLines } from './wallet-store.ts'
import { lineRowView } from './wallet-view.ts'

const TYPES: Readonly<Record<TransactionType, string>> = { credit: 'crédito', debit: 'débito' }
const REFERENCES: Readonly<Record<ReferenceType, string>> = {
  booking: 'reserva',
  recharge: 'recarga',
  refund: 'reembolso',
}
const METHODS: Readonly<Record<PaymentMethod, string>> = { pix: 'Pix', boleto: 'boleto' }

const COLUMNS = {
  id: { heading: 'ID' },
  created_at: { heading: 'Data e hora', kind: 'moment' },
  type: { heading: 'Tipo', words: TYPES },
  amount: { heading: 'Valor', kind: 'amount' },
  currency: { heading: 'Moeda' },
  description: { heading: 'Descrição' },
  reference_type: { heading: 'Referente a', words: REFERENCES },
  reference_id: { heading: 'ID da referência' },
  balance_after: { heading: 'Saldo após', kind: 'amount' },
  payment_method: { heading: 'Forma de pagamento', words: METHODS },
  simulated: { heading: 'Simulada', words: { true: 'sim' } },
} as const satisfies Readonly<Record<string, CsvColumn>>
const LINES_AT_ONCE = 1000

export async function* transactionsCsv(
  world: World,
  owner: Owner,
  extent: Extent,
  reader: CsvReader,
): AsyncGenerator<string> {
  const table = csvTable(COLUMNS, reader)
  yield table.head
  for (let offset = 0; offset < extent.total; offset += LINES_AT_ONCE) {
    yield csvTurns(world).run(turnsOf(owner), async () => {
      const lines = await readLines(world.pool, extent, offset, LINES_AT_ONCE)
      const views = lines.map(lineRowView)
      return views
        .map(({ simulated, ...view }) => table.line({ ...view, ...(simulated && { simulated: 'true' }) }))
        .join('')
    })
  }
}
