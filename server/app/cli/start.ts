// `npm start`: runs the service until it is stopped, and prints its messages.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { PANEL_PATH } from '../../../contract/links.ts'
import { removedSettings } from '../../kernel/db/settings.ts'
import { type Log, makeLog } from '../../kernel/process/log.ts'
import { beside, VERSION } from '../../kernel/process/project.ts'
import { mistypedSettings } from '../../kernel/process/settings.ts'
import { type Config, isDefaultRun, SETTINGS } from '../boot/config.ts'
import { dataDirOf } from '../boot/database.ts'
import { processesWanted } from '../boot/process-plan.ts'
import type { Running } from '../boot/supervisor.ts'
import { CommandFailure, isWhy } from './failures.ts'
import type { Terminal } from './terminal.ts'

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
    const { message, why, code } = error as Error & { why?: unknown; code?: string }
    throw isWhy(why) ? new CommandFailure(why, message, code) : error
  }
}

async function serve(config: Config, terminal: Terminal, service: Running, stop: AbortSignal): Promise<void> {
  const { url, announcement } = service
  terminal.say(banner(config, service), { url, handed_over: announcement.handedOver })
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

function banner(config: Config, { url, metricsPort, announcement }: Running): string {
  const { handedOver, keyCommand, lacking } = announcement
  const lines = [`Embarque ${VERSION}`, '']
  if (url !== null)
    lines.push(
      `  Panel          ${panelUrl(config.publicUrl ?? url)}`,
      `  API            ${url}/api/v1`,
      `  Documentation  ${url}/docs`,
    )
  else lines.push('  Worker only: jobs run, requests are not answered')
  if (metricsPort !== null) lines.push(`  Metrics        http://${config.host}:${metricsPort}/metrics`)
  const place = config.databaseUrl === null ? `embedded, in ${dataDirOf(config)}` : 'DATABASE_URL'
  lines.push(`  Database       ${place}`)
  const count = processesWanted(config)
  if (count > 1) lines.push(`  Processes      ${count} answer requests`)
  const warnings = notForProduction(config)
  if (warnings.length > 0) lines.push('', '  Not for production (NODE_ENV=production ends this):')
  lines.push(...warnings.map((warning) => `  - ${warning}`))
  if (lacking.length > 0) lines.push('', '  Missing ("npx embarque doctor" says what to do):')
  lines.push(...lacking.map((line) => `  - ${line}`))
  if (keyCommand !== null) lines.push('', `  A new API key  ${keyCommand}`)
  if (handedOver.length > 0) lines.push('', ...handedOver.map((line) => `  ${line}`))
  return `${lines.join('\n')}\n`
}

/** Passkeys need a name, not an address: this machine's is localhost. */
export function panelUrl(url: string): string {
  return `${url.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')}${PANEL_PATH}`
}

function notForProduction(config: Config): string[] {
  if (config.environment === 'production') return []
  const warnings = ['live keys are served by the simulated bank where no payment provider is connected']
  if (config.suppliers.includes('simulated'))
    warnings.push('live keys search the flights of the simulated carrier')
  if (isDefaultRun(config))
    warnings.push('webhooks may go to this machine itself, with self-signed certificates or without TLS')
  return warnings
}
