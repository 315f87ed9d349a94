// Due work from the command line: what waits, what failed for good, and running that again.
import { parseArgs } from 'node:util'
import { build, rows } from '../base/database/db.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { failField } from '../base/values/fail.ts'
import { type Terminal, table } from './terminal.ts'
import { withWorld } from './with-world.ts'

const LIST_MAX = 100

export async function listWorkCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: { dead: { type: 'boolean' } } })
  await withWorld(terminal, async (world) => {
    const columns = ['id', 'kind', 'key', 'state', 'run_at', 'attempts', 'last_error', 'owner'] as const
    const work = build.selectFrom('due_work').leftJoin('due_work_claims', 'work_id', 'id')
    let query = work.select(columns).orderBy('run_at').orderBy('id').limit(LIST_MAX)
    if (values.dead) query = query.where('state', '=', 'dead')
    const body = (await rows(world.pool, query)).map((piece) => [
      String(piece.id),
      piece.kind,
      piece.key,
      piece.owner === null ? piece.state : 'running',
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

export async function retryWorkCommand([which = '']: string[], terminal: Terminal): Promise<void> {
  if (!/^(all|\d{1,18})$/.test(which)) failField('ID', 'must be the number of a dead piece, or "all"')
  await withWorld(terminal, async (world) => {
    let query = build
      .updateTable('due_work')
      .set({ state: 'waiting', attempts: 0 })
      .where('state', '=', 'dead')
    if (which !== 'all') query = query.where('id', '=', BigInt(which))
    const revived = await rows(world.pool, query.returning('id'))
    if (revived.length > 0) world.workAdded()
    terminal.say(`${revived.length} ${revived.length === 1 ? 'piece' : 'pieces'} of work will run again.`)
  })
}
