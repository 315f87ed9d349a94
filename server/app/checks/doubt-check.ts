// Which bookings wait for an answer of their carrier, and whether anybody still asks for it: what is on its way ends by
// itself, what is stuck wants a person.

import { awaitsTickets, BOOKING_MOVES, HIDDEN_STATES } from '../../features/bookings/states.ts'
import * as work from '../../features/bookings/jobs.ts'
import { type CodedFinding, coded, numberOf, ok, warning } from '../../features/readiness/readiness.ts'
import { textList } from '../../kernel/db/text-list.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { idTime } from '../../kernel/values/ids.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import type { Patient, QuickCheck } from './check.ts'

export const DOUBT_CHECK: QuickCheck = { name: 'bookings in doubt', run: checkDoubt }

const NAMED_MAX = 5
const IN_DOUBT = textList([...HIDDEN_STATES, ...statesThat(BOOKING_MOVES, awaitsTickets)])
const ASKING = [work.settleHoldJob, work.issueTicketsJob, work.cancelOrderJob, work.syncBookingJob, work.acceptChangeJob]

async function checkDoubt({ client }: Patient): Promise<CodedFinding> {
  const { rows } = await client.query<{ id: string; asked: boolean }>(
    `select b.id, exists (select from due_work w where w.state = 'waiting' and w.kind = any($1)
       and w.key >= b.id || ' ' and w.key < b.id || '!') as asked
     from bookings b where b.status in ${IN_DOUBT} or b.cancelling order by b.id`,
    [ASKING.map(({ kind }) => kind)],
  )
  const stuck = rows.filter(({ asked }) => !asked)
  const [first] = stuck.length > 0 ? stuck : rows
  if (first === undefined) return coded('none_in_doubt', ok('no booking waits for its carrier'))
  // An id tells when it was made, by real time.
  const since = isoTimestamp(idTime(first.id))
  const count = stuck.length || rows.length
  const bookings = numberOf(count, 'booking')
  if (stuck.length === 0)
    return coded('in_doubt', ok(`${bookings} on the way at the carrier, the first made at ${since}`), {
      count,
      since,
    })
  const names = stuck
    .slice(0, NAMED_MAX)
    .map(({ id }) => id)
    .join(', ')
  const left = warning(
    `${bookings} in doubt that nobody asks the carrier about, the first made at ${since} (${names})`,
    'Run "npx embarque work retry all"; what stays is to be looked up at the carrier, by its id.',
  )
  return coded('stuck', left, { count, since, names })
}
