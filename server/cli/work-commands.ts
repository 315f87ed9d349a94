// Due work from the command line: what waits, what failed for good, and running that again.
import { isoTimestamp } from '../base/values/dates.ts'
import { failField } from '../base/values/fail.ts'
import { record } from '../outbox/audit.ts'
import { installationTransaction } from '../outbox/installation-transaction.ts'
import { listWork, reviveWork } from '../outbox/stored-work.ts'
import { type Terminal, table } from './terminal.ts'
import { withWorld } from './with-world.ts'

const LIST_MAX = 100

const REVIVED = {
  topic: 'settings',
  object: 'due_work',
  before: { state: 'dead' },
  after: { state: 'waiting' },
} as const

export async function listWorkCommand(onlyDead: boolean, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const work = await listWork(world.pool, onlyDead, LIST_MAX)
    const body = work.map((piece) => [
      String(piece.id),
      piece.kind,
      piece.key,
      piece.process_id === null ? piece.state : 'running',
      isoTimestamp(piece.run_at),
      String(piece.attempts),
      piece.last_error ?? '',
    ])
    terminal.say(
      body.length === 0
        ? 'No such work.'
        : table(['id', 'kind', 'key', 'state', 'due', 'tries', 'last error'], body),
    )
  })
}

export async function retryWorkCommand(which: string, terminal: Terminal): Promise<void> {
  if (!/^(all|\d{1,18})$/.test(which)) failField('ID', 'must be the number of a dead piece, or "all"')
  await withWorld(terminal, async (world) => {
    const revived = await installationTransaction(world, async (tx) => {
      const pieces = await reviveWork(tx, which === 'all' ? which : BigInt(which))
      if (pieces > 0) record(tx, { ...REVIVED, objectId: which })
      return pieces
    })
    if (revived > 0) world.workAdded()
    terminal.say(`${revived} ${revived === 1 ? 'piece' : 'pieces'} of work will run again.`)
  })
}
