// Due work from the command line: what waits, what failed for good, and running that again.

import { listWork, readPieces, retryWork, shownState } from '../../kernel/jobs/stored-jobs.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { sayTable, type Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

const LIST_MAX = 100

export async function listWorkCommand(onlyDead: boolean, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const work = await listWork(world.pool, onlyDead, { limit: LIST_MAX, offset: 0 })
    const body = work.map((piece) => [
      String(piece.id),
      piece.kind,
      piece.key,
      shownState(piece),
      isoTimestamp(piece.run_at),
      String(piece.attempts),
      piece.last_error ?? '',
    ])
    const head = ['id', 'kind', 'key', 'state', 'due', 'tries', 'last error']
    sayTable(terminal, head, body, 'No such work.')
  })
}

export async function retryWorkCommand(which: string, terminal: Terminal): Promise<void> {
  const pieces = readPieces(which) ?? failField('ID', 'must be the number of a dead piece, or "all"')
  await withWorld(terminal, async (world) => {
    const revived = await retryWork(world, pieces)
    terminal.say(`${revived} ${revived === 1 ? 'piece' : 'pieces'} of work will run again.`, { revived })
  })
}
