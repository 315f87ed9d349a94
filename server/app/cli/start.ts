// `npm start`: runs the service until it is stopped, and prints its messages.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { PANEL_PATH } from '../../../contract/links.ts'
import type { Phrase, ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import { removedSettings } from '../../kernel/db/settings.ts'
import { type Log, makeLog } from '../../kernel/process/log.ts'
import { beside, VERSION } from '../../kernel/process/project.ts'
import { mistypedSettings } from '../../kernel/process/settings.ts'
import { type Config, isDefaultRun, SETTINGS } from '../boot/config.ts'
import { dataDirOf } from '../boot/database.ts'
import { processesWanted } from '../boot/process-plan.ts'
import type { Running } from '../boot/supervisor.ts'
import { CommandFailure, isWhy } from './failures.ts'
import { same, type Terminal, textIn } from './terminal.ts'

/** Ctrl-C reaches the service twice, from the terminal and through npm: that counts as one signal. */
const SAME_SIGNAL_MS = 1_000

export async function start(config: Config, terminal: Terminal): Promise<void> {
  const readable = process.stdout.isTTY
  const log = makeLog({ level: config.logLevel, readable })
  const environment = terminal.settings()
  const warnings = [
    ...removedSettings(environment),
    ...mistypedSettings(SETTINGS, environment, terminal.namesInFile?.()),
  ]
  for (const warning of warnings) log.warn(warning)
  const stop = stopSignal(log)
  const service = await begin(config, log, readable, stop)
  if (service !== null) await serve(config, terminal, service, stop)
  log.info('stopped')
}

/** Null if a stop was requested first: then everything has ended again. */
async function begin(
  config: Config,
  log: Log,
  readable: boolean,
  halt: AbortSignal,
): Promise<Running | null> {
  const count = processesWanted(config)
  try {
    // Before the database is created: a start that cannot listen leaves nothing behind.
    await tryPort(config)
    // Only the needed code is loaded: the parent of several processes stays small.
    if (count === 1) return await (await import('./run-service.ts')).runService(config, log, halt)
    const { runProcesses } = await import('../boot/supervisor.ts')
    const entry = beside(import.meta.url, 'one-of-several')
    return await runProcesses(config, log, { count, readable, halt, entry })
  } catch (error) {
    // Any error is a consequence of the stop.
    if (halt.aborted) return null
    // One that a process of several has reported.
    const { text, why, code } = error as Error & { text?: Phrase; why?: unknown; code?: string }
    throw text !== undefined && isWhy(why) ? new CommandFailure(why, text, code) : error
  }
}

async function serve(config: Config, terminal: Terminal, service: Running, stop: AbortSignal): Promise<void> {
  const { url, announcement } = service
  const text: Phrase = [bannerIn('en', config, service), bannerIn('pt-BR', config, service)]
  terminal.say(text, { url, handed_over: announcement.handedOver.map(([english]) => english) })
  if (!stop.aborted) await once(stop, 'abort')
  await service.stop()
}

/** Throws if the service cannot listen on its port. */
async function tryPort({ role, port, host }: Config): Promise<void> {
  if (role === 'worker' || port === 0) return
  const server = createServer().listen({ port, host })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Aborted at the first signal; a second signal, well after it, ends the process at once. */
function stopSignal(log: Log): AbortSignal {
  const stop = new AbortController()
  let stoppedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (stoppedAt !== undefined && now - stoppedAt > SAME_SIGNAL_MS) process.exit(1)
      if (stoppedAt !== undefined) return
      stoppedAt = now
      log.info({ signal }, 'stopping')
      stop.abort()
    })
  }
  return stop.signal
}

const ROWS = {
  panel: ['Panel', 'Painel'],
  api: ['API', 'API'],
  documentation: ['Documentation', 'Documentação'],
  metrics: ['Metrics', 'Métricas'],
  database: ['Database', 'Banco de dados'],
  processes: ['Processes', 'Processos'],
  key: ['A new API key', 'Nova chave'],
} as const satisfies Record<string, Phrase>

const WORKER_ONLY: Phrase = [
  'Worker only: jobs run, requests are not answered',
  'Só tarefas: elas rodam, mas nenhuma requisição é atendida',
]
const NOT_FOR_PRODUCTION: Phrase = [
  'Not for production (NODE_ENV=production ends this):',
  'Não serve para produção (NODE_ENV=production muda isto):',
]
const MISSING: Phrase = [
  'Missing ("npx embarque doctor" says what to do):',
  'Falta ("npx embarque doctor" diz o que fazer):',
]

function bannerIn(
  language: ReaderLanguage,
  config: Config,
  { url, metricsPort, announcement }: Running,
): string {
  const { handedOver, keyCommand, lacking } = announcement
  const inOne = (phrase: Phrase) => textIn(language, phrase)
  const width = Math.max(...Object.values(ROWS).map((name) => inOne(name).length)) + 2
  const row = (name: keyof typeof ROWS, text: string) => `  ${inOne(ROWS[name]).padEnd(width)}${text}`
  const lines = [`Embarque ${VERSION}`, '']
  if (url !== null)
    lines.push(
      row('panel', panelUrl(config.publicUrl ?? url)),
      row('api', `${url}/api/v1`),
      row('documentation', `${url}/docs`),
    )
  else lines.push(`  ${inOne(WORKER_ONLY)}`)
  if (metricsPort !== null) lines.push(row('metrics', `http://${config.host}:${metricsPort}/metrics`))
  lines.push(row('database', inOne(databaseLocation(config))))
  const count = processesWanted(config)
  if (count > 1)
    lines.push(row('processes', inOne([`${count} answer requests`, `${count} atendem requisições`])))
  const warnings = notForProduction(config)
  if (warnings.length > 0) lines.push('', `  ${inOne(NOT_FOR_PRODUCTION)}`)
  lines.push(...warnings.map((warning) => `  - ${inOne(warning)}`))
  if (lacking.length > 0) lines.push('', `  ${inOne(MISSING)}`)
  lines.push(...lacking.map((line) => `  - ${inOne(line)}`))
  if (keyCommand !== null)
    lines.push('', row('key', inOne([keyCommand, keyCommand.replace(/NAME$/, 'NOME')])))
  if (handedOver.length > 0) lines.push('', ...handedOver.map((line) => `  ${inOne(line)}`))
  return `${lines.join('\n')}\n`
}

function databaseLocation(config: Config): Phrase {
  if (config.databaseUrl !== null) return same('DATABASE_URL')
  const folder = dataDirOf(config)
  return [`embedded, in ${folder}`, `embutido, em ${folder}`]
}

/** Passkeys need a name, not an address: this machine's is localhost. */
export function panelUrl(url: string): string {
  return `${url.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')}${PANEL_PATH}`
}

function notForProduction(config: Config): Phrase[] {
  if (config.environment === 'production') return []
  const warnings: Phrase[] = [
    [
      'live keys are served by the simulated bank where no payment provider is connected',
      'sem um banco conectado, as chaves de produção usam o banco simulado',
    ],
  ]
  if (config.suppliers.includes('simulated'))
    warnings.push([
      'live keys search the flights of the simulated carrier',
      'as chaves de produção buscam os voos da companhia aérea simulada',
    ])
  if (isDefaultRun(config))
    warnings.push([
      'webhooks may go to this machine itself, with self-signed certificates or without TLS',
      'webhooks podem ir para esta própria máquina, com certificados autoassinados ou sem TLS',
    ])
  return warnings
}
