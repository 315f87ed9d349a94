// Jobs on the command line: which wait, which failed for good, and running those again.

import type { AuditEntry } from '../../../contract/audit.ts'
import { COUNTED } from '../../../contract/clients.ts'
import { readBounce } from '../../adapters/mail/read-bounce.ts'
import { allOf, entryView } from '../../features/audit/audit.ts'
import { type AuditFault, findLog, listEntries, proveAudit } from '../../features/audit/store.ts'
import { noteBounce } from '../../features/notifications/mails.ts'
import { eraseBatch, eraseClient, readErasure } from '../../features/privacy/erasure.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { listJobs, readJobChoice, retryJobs, shownState } from '../../kernel/jobs/stored-jobs.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { firstPage } from '../../kernel/values/pages.ts'
import { readConfig } from '../boot/config.ts'
import { openWorld } from '../boot/world.ts'
import { knownTeam, modeNamed } from './key-commands.ts'
import { sayTable, type Terminal, table } from './terminal.ts'
import { warnings, withWorld } from './with-world.ts'

const LIST_MAX = 100

export async function listJobsCommand(onlyDead: boolean, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { items: work } = await listJobs(world.pool, onlyDead, firstPage(LIST_MAX))
    const body = work.map((job) => [
      String(job.id),
      job.type,
      job.key,
      shownState(job),
      isoTimestamp(job.run_at),
      String(job.attempts),
      job.last_error ?? '',
    ])
    const head = ['id', 'kind', 'key', 'state', 'due', 'tries', 'last error']
    sayTable(terminal, head, body, 'No such work.')
  })
}

export async function retryJobsCommand(which: string, terminal: Terminal): Promise<void> {
  const choice = readJobChoice(which) ?? failField('ID', 'must be the number of a dead job, or "all"')
  await withWorld(terminal, async (world) => {
    const revived = await retryJobs(world, choice)
    terminal.say(`${revived} ${revived === 1 ? 'job' : 'jobs'} will run again.`, { revived })
  })
}

// Mails on the command line: a mail server pipes bounce reports in.

/** The relevant part is at the beginning; the returned mail may be long. */
const MESSAGE_BYTES_MAX = 64 * 1024
/** The exit code that makes a mail server retry later (sysexits.h). */
const TRY_LATER = 75

const SAID = {
  noted: 'The mail is marked as not delivered.',
  known: 'The mail was marked before.',
  unknown: 'There is no such mail any more.',
} as const

/** Other messages are accepted and ignored: the mail server would have no sender to return them to. */
export async function bounceCommand(terminal: Terminal): Promise<void> {
  const bounce = readBounce(await readAll(terminal.input()))
  if (bounce === null) return terminal.say('This is no report that a mail of ours was not delivered.')
  try {
    await withWorld(terminal, async (world) => {
      const outcome = await noteBounce(world, bounce)
      if (outcome !== 'early') return terminal.say(SAID[outcome])
      terminal.sayError('The mail is only being sent.')
      terminal.endWith(TRY_LATER)
    })
  } catch (error) {
    terminal.sayError((error as Error).message)
    terminal.endWith(TRY_LATER)
  }
}

/** Reads to the end, because the writer waits for that. */
async function readAll(input: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    if (bytes < MESSAGE_BYTES_MAX) chunks.push(Buffer.from(chunk))
    bytes += chunk.length
  }
  return Buffer.concat(chunks).subarray(0, MESSAGE_BYTES_MAX)
}

// Clients on the command line: erasing a person's data on request.

/** Runs until nothing is left, with or without a running service. */
export async function eraseClientCommand(
  { team, mode }: { team?: string; mode?: string },
  id: string,
  terminal: Terminal,
): Promise<void> {
  await withWorld(terminal, async (world) => {
    const owner = { teamId: await knownTeam(world, team), mode: modeNamed(mode) }
    const scope = await scopeOf(world, owner)
    const { deleted, erasure } = await eraseClient(world, scope, id, null)
    if (erasure === undefined) throw new Error(`client ${id} was not erased`)
    while (!(await eraseBatch(world, scope, erasure.id)));
    const { counts } = await readErasure(world.pool, owner, erasure.id)
    const lines = COUNTED.map((what) => `  ${what.replace('_', ' ')}: ${counts[what]}`)
    const what = deleted
      ? 'was erased and deleted'
      : 'was erased; what refers to it is kept without the person'
    terminal.say([`Client ${id} ${what} (${erasure.id}):`, ...lines].join('\n'), {
      id,
      deleted,
      erasure_id: erasure.id,
      counts,
    })
  })
}

// The audit log on the command line: its newest entries, and whether it was tampered with.

const LIMIT = 20
const LIMIT_MAX = 1_000

type AuditOptions = Partial<Record<'team' | 'mode' | 'limit', string>>

/** The entries of a team and mode; without a team, those of the installation. */
export async function auditCommand(values: AuditOptions, terminal: Terminal): Promise<void> {
  const limit = limitOf(values.limit)
  await withWorld(terminal, async (world) => {
    const log = await findLog(world.pool, await ownerNamed(world, values))
    if (log === undefined) throw new Error('The database has no such audit log: run "doctor".')
    const { items } = await listEntries(world.pool, log, {
      filter: {},
      page: firstPage(limit),
      fitting: allOf(log),
    })
    const shown = items.map(entryView).reverse()
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

async function ownerNamed(world: World, { team, mode }: AuditOptions) {
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

// Migrations without a start, as a deployment step.

export async function migrateCommand(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.settings())
  const opened = await openWorld(config, warnings(terminal), { share: true })
  await opened.close()
  const ran = opened.migrated.map(({ number, name }) => `${number} ${name}`)
  terminal.say(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`, {
    migrated: opened.migrated.map(({ number, name }) => ({ number, name })),
  })
}
