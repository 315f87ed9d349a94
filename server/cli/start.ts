// `npm start`: the service until it is told to stop, and what a person sees of it.

import { once } from 'node:events'
import { PANEL_PATH } from '../../contract/links.ts'
import { removedSettings } from '../base/database/settings.ts'
import { type Log, makeLog } from '../base/process/log.ts'
import { VERSION } from '../base/process/version.ts'
import { readSetupLink } from '../people/setup-link.ts'
import { missingThings } from '../readiness/read-readiness.ts'
import { type Config, isDefaultRun } from '../service/config.ts'
import { dataDirOf } from '../service/open-database.ts'
import { processesWanted } from '../service/processes-wanted.ts'
import { type Running, runProcesses } from '../service/run-processes.ts'
import { startService } from '../service/start-service.ts'
import { readFirstKeys } from '../teams/first-keys.ts'
import { anyTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { handOverFirstKeys, handOverSetupLink } from './hand-over.ts'
import type { Terminal } from './terminal.ts'

/** Ctrl-C reaches the service twice, from the terminal and through npm: that counts as one signal. */
const SAME_WISH_MS = 1_000

const NO_TEAM = 'There is no team yet. The link below makes one, or "npx embarque setup" one with keys.'

export async function start(config: Config, terminal: Terminal): Promise<void> {
  const readable = process.stdout.isTTY
  const log = makeLog({ level: config.logLevel, readable })
  for (const warning of removedSettings(terminal.settings())) log.warn(warning)
  const wish = stopWish(log)
  const service = await begin(config, log, readable, wish)
  if (service !== null) await serve(config, terminal, service, wish)
  log.info('stopped')
}

/** Null where a stop was asked for first: then all that was begun has ended. */
async function begin(
  config: Config,
  log: Log,
  readable: boolean,
  halt: AbortSignal,
): Promise<Running | null> {
  const count = processesWanted(config)
  try {
    return await (count === 1
      ? startService(config, log, { halt })
      : runProcesses(config, log, { count, readable, halt }))
  } catch (error) {
    // Whatever it is, it came of ending in the middle.
    if (halt.aborted) return null
    throw error
  }
}

async function serve(config: Config, terminal: Terminal, service: Running, wish: AbortSignal): Promise<void> {
  const { world } = service
  // Nobody waits for it: whoever opens the panel sees a page that does.
  void service.panel?.begin()
  const handedOver = handOverFirstKeys(config, await readFirstKeys(world))
  const isEmpty = handedOver.length === 0 && !(await anyTeam(world.pool))
  const link = handOverSetupLink(config, await readSetupLink(world))
  const told = [...(isEmpty ? [NO_TEAM] : handedOver), ...link]
  terminal.say(banner(service, await missingIn(world), told), { url: service.url, handed_over: told })
  if (!wish.aborted) await once(wish, 'abort')
  await service.stop()
}

/** Aborted at the first signal; a second one, well after it, ends the process at once. */
function stopWish(log: Log): AbortSignal {
  const wish = new AbortController()
  let wishedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (wishedAt !== undefined && now - wishedAt > SAME_WISH_MS) process.exit(1)
      if (wishedAt !== undefined) return
      wishedAt = now
      log.info({ signal }, 'stopping')
      wish.abort()
    })
  }
  return wish.signal
}

/** What production lacks; elsewhere nothing of it is needed. */
async function missingIn({ config, pool, wall }: World<Config>): Promise<string[]> {
  return config.environment === 'production' ? missingThings({ config, client: pool, wall }) : []
}

function banner(
  { world, url, metricsPort }: Running,
  lacking: readonly string[],
  keys: readonly string[],
): string {
  const { config } = world
  const lines = [`Embarque ${VERSION}`, '']
  if (url !== null)
    lines.push(
      `  Panel          ${panelUrl(world.config.publicUrl ?? url)}`,
      `  API            ${url}/api/v1`,
      `  Documentation  ${url}/docs`,
    )
  else lines.push('  Worker only: due work is done, requests are not answered')
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
  if (keys.length > 0) lines.push('', ...keys.map((line) => `  ${line}`))
  return `${lines.join('\n')}\n`
}

/** Passkeys work under a name, not under an address: this machine's own is localhost. */
function panelUrl(url: string): string {
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
