// All transactions of a filter as CSV, read a thousand at a time while they are sent: a million take no more memory
// than a page.
import { csvLine } from '../base/values/csv.ts'
import type { Owner } from '../outbox/owner.ts'
import { csvTurns } from '../outside/csv-turns.ts'
import { turnsOf } from '../outside/heavy-work.ts'
import type { World } from '../world.ts'
import { type Extent, readLines } from './wallet-store.ts'
import { lineRowView } from './wallet-view.ts'

const NAMES = [
  'id',
  'created_at',
  'type',
  'amount',
  'currency',
  'description',
  'reference_type',
  'reference_id',
  'balance_after',
  'payment_method',
  'simulated',
] as const
const LINES_AT_ONCE = 1000

export async function* transactionsCsv(world: World, owner: Owner, extent: Extent): AsyncGenerator<string> {
  yield csvLine(NAMES)
  for (let offset = 0; offset < extent.total; offset += LINES_AT_ONCE) {
    yield csvTurns(world).run(turnsOf(owner), async () => {
      const lines = await readLines(world.pool, extent, offset, LINES_AT_ONCE)
      return lines.map((line) => lineOf(lineRowView(line))).join('')
    })
  }
}

function lineOf(view: Partial<Record<(typeof NAMES)[number], string | boolean>>): string {
  return csvLine(NAMES.map((name) => String(view[name] ?? '')))
}
