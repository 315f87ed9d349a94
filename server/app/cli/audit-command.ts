// The audit log from the command line: its newest entries, and whether anybody has tampered with it.
import type { AuditEntry } from '../../../contract/audit.ts'
import { type AuditFault, findLog, listEntries, proveAudit } from '../../features/audit/store.ts'
import { allOf, entryView } from '../../features/audit/audit.ts'
import type { World } from '../../features/world.ts'
import { failField } from '../../kernel/values/fail.ts'
import { knownTeam, modeNamed } from './key-commands.ts'
import { type Terminal, table } from './terminal.ts'
import { withWorld } from './with-world.ts'

const LIMIT = 20
const LIMIT_MAX = 1_000

type Wish = Partial<Record<'team' | 'mode' | 'limit', string>>

/** Of a team and mode; without a team, of the installation itself. */
export async function auditCommand(values: Wish, terminal: Terminal): Promise<void> {
  const limit = limitOf(values.limit)
  await withWorld(terminal, async (world) => {
    const log = await findLog(world.pool, await ownerNamed(world, values))
    if (log === undefined) throw new Error('The database has no such audit log: run "doctor".')
    const entries = await listEntries(world.pool, log, {}, { limit, offset: 0 }, allOf(log))
    const shown = entries.map(entryView).reverse()
    if (shown.length > 0) terminal.say(tableOf(shown), shown)
    const faults = await proveAudit(world.pool, values.team === undefined ? null : log.id)
    if (faults.length > 0) throw new Error(complaint(faults))
    const hash = log.head?.toString('hex') ?? null
    const head = hash === null ? '' : ` Head: ${log.entries}:${hash}`
    terminal.say(`${log.entries} entries, each follows from the one before it.${head}`, {
      proven: true,
      entries: Number(log.entries),
      head: hash,
    })
  })
}

async function ownerNamed(world: World, { team, mode }: Wish) {
  return team === undefined ? null : { teamId: await knownTeam(world, team), mode: modeNamed(mode ?? 'live') }
}

function tableOf(entries: AuditEntry[]): string {
  const body = entries.map(({ sequence, created_at, actor, address, action, object_id, changes }) => [
    String(sequence),
    created_at,
    actor.id === null ? actor.type : `${actor.type} ${actor.id}`,
    address ?? '',
    action,
    object_id ?? '',
    changes.map(({ before, after }) => `${JSON.stringify(before)} -> ${JSON.stringify(after)}`).join(' '),
  ])
  return table(['number', 'time', 'who', 'from', 'what', 'object', 'changes'], body)
}

function complaint(faults: AuditFault[]): string {
  return [
    'The audit log was tampered with:',
    ...faults.map(({ chain, fault }) => `  ${chain}: ${fault}`),
  ].join('\n')
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return LIMIT
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= LIMIT_MAX ? limit : failField('--limit', `must be 1 to ${LIMIT_MAX}`)
}
