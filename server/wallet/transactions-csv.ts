// All transactions of a filter as CSV, read a thousand at a time while they are sent: a million take no more memory
// than a page.
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
] as const
const LINES_AT_ONCE = 1000

export async function* transactionsCsv(world: World, owner: Owner, extent: Extent): AsyncGenerator<string> {
  yield `${NAMES.join(',')}\r\n`
  for (let offset = 0; offset < extent.total; offset += LINES_AT_ONCE) {
    yield csvTurns(world).run(turnsOf(owner), async () => {
      const lines = await readLines(world.pool, extent, offset, LINES_AT_ONCE)
      return lines.map((line) => csvLine(lineRowView(line))).join('')
    })
  }
}

function csvLine(view: Partial<Record<(typeof NAMES)[number], string>>): string {
  return `${NAMES.map((name) => csvField(view[name] ?? '')).join(',')}\r\n`
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
