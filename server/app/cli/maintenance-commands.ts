// Jobs on the command line: which wait, which failed for good, and running those again.

import type { AuditEntry } from '../../../contract/audit.ts'
import { COUNTED, type ErasureCounts } from '../../../contract/clients.ts'
import type { Phrase } from '../../../contract/phrases/phrase.ts'
import { readBounce } from '../../adapters/mail/read-bounce.ts'
import { allOf, entryView } from '../../features/audit/audit.ts'
import { type AuditFault, findLog, listEntries, proveAudit } from '../../features/audit/store.ts'
import { noteBounce } from '../../features/notifications/mails.ts'
import { eraseBatch, eraseClient, readErasure } from '../../features/privacy/erasure.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { listJobs, readJobChoice, retryJobs, shownState } from '../../kernel/jobs/stored-jobs.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { firstPage } from '../../kernel/values/pages.ts'
import { readConfig } from '../boot/config.ts'
import { openWorld } from '../boot/world.ts'
import { CommandFailure, failureOf, refuseArgument } from './failures.ts'
import { knownTeam, modeNamed } from './key-commands.ts'
import { partIn } from './phrases/findings.ts'
import { joined, sayTable, type Terminal, table } from './terminal.ts'
import { warnings, withWorld } from './with-world.ts'

const LIST_MAX = 100

export async function listJobsCommand(onlyDead: boolean, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { items: work } = await listJobs(world.pool, onlyDead, firstPage(LIST_MAX))
    const body = work.map((job) => [
      String(job.id),
      job.type,
      job.key,
      JOB_STATES[shownState(job)],
      isoTimestamp(job.run_at),
      String(job.attempts),
      job.last_error ?? '',
    ])
    sayTable(terminal, JOB_HEAD, body, ['No such work.', 'Nenhuma tarefa assim.'])
  })
}

const JOB_HEAD: readonly Phrase[] = [
  ['id', 'id'],
  ['kind', 'tipo'],
  ['key', 'chave'],
  ['state', 'situação'],
  ['due', 'para'],
  ['tries', 'tentativas'],
  ['last error', 'último erro'],
]

const JOB_STATES: Readonly<Record<ReturnType<typeof shownState>, Phrase>> = {
  waiting: ['waiting', 'esperando'],
  running: ['running', 'rodando'],
  dead: ['dead', 'falhou'],
}

export async function retryJobsCommand(which: string, terminal: Terminal): Promise<void> {
  const choice =
    readJobChoice(which) ??
    refuseArgument('ID', [
      'must be the number of a dead job, or "all"',
      'informe o número de uma tarefa que falhou, ou "all".',
    ])
  await withWorld(terminal, async (world) => {
    const revived = await retryJobs(world, choice)
    const text: Phrase =
      revived === 1
        ? ['1 job will run again.', '1 tarefa vai rodar de novo.']
        : [`${revived} jobs will run again.`, `${revived} tarefas vão rodar de novo.`]
    terminal.say(text, { revived })
  })
}

// Mails on the command line: a mail server pipes bounce reports in.

/** The relevant part is at the beginning; the returned mail may be long. */
const MESSAGE_BYTES_MAX = 64 * 1024
/** The exit code that makes a mail server retry later (sysexits.h). */
const TRY_LATER = 75

const SAID = {
  noted: ['The mail is marked as not delivered.', 'O e-mail foi marcado como não entregue.'],
  known: ['The mail was marked before.', 'O e-mail já estava marcado.'],
  unknown: ['There is no such mail any more.', 'Este e-mail não existe mais.'],
} as const satisfies Record<string, Phrase>

/** Other messages are accepted and ignored: the mail server would have no sender to return them to. */
export async function bounceCommand(terminal: Terminal): Promise<void> {
  const bounce = readBounce(await readAll(terminal.input()))
  if (bounce === null)
    return terminal.say([
      'This is no report that a mail of ours was not delivered.',
      'Isto não é um relatório de e-mail nosso não entregue.',
    ])
  try {
    await withWorld(terminal, async (world) => {
      const outcome = await noteBounce(world, bounce)
      if (outcome !== 'early') return terminal.say(SAID[outcome])
      terminal.sayError(['The mail is only being sent.', 'O e-mail ainda está sendo enviado.'])
      terminal.endWith(TRY_LATER)
    })
  } catch (error) {
    terminal.sayError(failureOf(error as Error).text)
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
    const lines = COUNTED.map(
      (what): Phrase => [
        `  ${what.replace('_', ' ')}: ${counts[what]}`,
        `  ${COUNTED_IN_PORTUGUESE[what]}: ${counts[what]}`,
      ],
    )
    const head: Phrase = deleted
      ? [
          `Client ${id} was erased and deleted (${erasure.id}):`,
          `Os dados pessoais do cliente ${id} foram eliminados, e o cadastro, excluído (${erasure.id}):`,
        ]
      : [
          `Client ${id} was erased; what refers to it is kept without the person (${erasure.id}):`,
          `Os dados pessoais do cliente ${id} foram eliminados; o que se refere a ele fica sem a pessoa (${erasure.id}):`,
        ]
    terminal.say(joined([head, ...lines]), {
      id,
      deleted,
      erasure_id: erasure.id,
      counts,
    })
  })
}

const COUNTED_IN_PORTUGUESE: Readonly<Record<keyof ErasureCounts, string>> = {
  clients: 'clientes',
  bookings: 'reservas',
  travellers: 'passageiros',
  invoices: 'faturas',
  mails: 'e-mails',
  messages: 'mensagens',
  notes: 'notas',
  events: 'eventos',
  receiver_answers: 'respostas de receptores',
  trip_files: 'arquivos de viagens',
  remembered_answers: 'respostas guardadas',
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
    if (log === undefined)
      throw new CommandFailure('failed', [
        'The database has no such audit log: run "doctor".',
        'O banco de dados não tem esta auditoria: rode "doctor".',
      ])
    const { items } = await listEntries(world.pool, log, {
      filter: {},
      page: firstPage(limit),
      fitting: allOf(log),
    })
    const shown = items.map(entryView).reverse()
    if (shown.length > 0) terminal.say(tableOf(shown), shown)
    const faults = await proveAudit(world.pool, values.team === undefined ? null : log.id)
    if (faults.length > 0) throw new CommandFailure('failed', complaint(faults))
    const hash = log.head?.toString('hex') ?? null
    const head = hash === null ? '' : `${log.entries}:${hash}`
    const text: Phrase = [
      `${log.entries} entries, each follows from the one before it.${head && ` Head: ${head}`}`,
      `${log.entries} registros, e cada um decorre do anterior.${head && ` Último: ${head}`}`,
    ]
    terminal.say(text, {
      proven: true,
      entries: Number(log.entries),
      head: hash,
    })
  })
}

async function ownerNamed(world: World, { team, mode }: AuditOptions) {
  return team === undefined ? null : { teamId: await knownTeam(world, team), mode: modeNamed(mode ?? 'live') }
}

const AUDIT_HEAD: readonly Phrase[] = [
  ['number', 'número'],
  ['time', 'quando'],
  ['who', 'quem'],
  ['from', 'de onde'],
  ['what', 'o quê'],
  ['object', 'objeto'],
  ['changes', 'alterações'],
]

function tableOf(entries: AuditEntry[]): Phrase {
  const body = entries.map(({ sequence, created_at, actor, address, action, object_id, changes }) => [
    String(sequence),
    created_at,
    actor.id === null ? actor.type : `${actor.type} ${actor.id}`,
    address ?? '',
    action,
    object_id ?? '',
    changes.map(({ before, after }) => `${JSON.stringify(before)} -> ${JSON.stringify(after)}`).join(' '),
  ])
  return table(AUDIT_HEAD, body)
}

function complaint(faults: AuditFault[]): Phrase {
  const lines = faults.map(({ chain, fault }): Phrase => {
    const [english, portuguese] = partIn(`${chain}: ${fault}`)
    return [`  ${english}`, `  ${portuguese}`]
  })
  return joined([['The audit log was tampered with:', 'A auditoria foi adulterada:'], ...lines])
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return LIMIT
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= LIMIT_MAX
    ? limit
    : refuseArgument('--limit', [`must be 1 to ${LIMIT_MAX}`, `informe de 1 a ${LIMIT_MAX}.`])
}

// Migrations without a start, as a deployment step.

export async function migrateCommand(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.settings())
  const opened = await openWorld(config, warnings(terminal), { share: true })
  await opened.close()
  const ran = opened.migrated.map(({ number, name }) => `${number} ${name}`)
  const text: Phrase =
    ran.length === 0
      ? ['The database is up to date.', 'O banco de dados está atualizado.']
      : [`Migrated: ${ran.join(', ')}.`, `Migrações feitas: ${ran.join(', ')}.`]
  terminal.say(text, {
    migrated: opened.migrated.map(({ number, name }) => ({ number, name })),
  })
}
