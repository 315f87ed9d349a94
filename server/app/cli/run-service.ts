// The service as one process, and its start-up messages.

import type { Phrase } from '../../../contract/phrases/phrase.ts'
import { readSetupLink } from '../../features/people/setup.ts'
import { missingThings } from '../../features/readiness/readiness.ts'
import { readFirstKeys } from '../../features/teams/api-keys.ts'
import { oldestTeam } from '../../features/teams/store.ts'
import type { World } from '../../features/world.ts'
import type { Log } from '../../kernel/process/log.ts'
import type { Config } from '../boot/config.ts'
import type { Announcement } from '../boot/process-plan.ts'
import { startService } from '../boot/start-service.ts'
import type { Running } from '../boot/supervisor.ts'
import { handOverFirstKeys, handOverSetupLink } from './hand-over.ts'
import { lackingIn } from './phrases/findings.ts'

const NO_TEAM: Phrase = [
  'There is no team yet. The link below makes one, or "npx embarque setup" one with keys.',
  'Ainda não há agência. O link abaixo cria uma; "npx embarque setup" cria uma com chaves.',
]

export async function runService(config: Config, log: Log, halt: AbortSignal): Promise<Running> {
  const { world, url, metricsPort, panel, stop } = await startService(config, log, { halt })
  // The start does not wait for the panel, which shows a waiting page.
  void panel?.begin()
  return { url, metricsPort, announcement: await readAnnouncement(world), stop }
}

export async function readAnnouncement(world: World<Config>): Promise<Announcement> {
  const { config, pool, wall } = world
  const keys = handOverFirstKeys(config, await readFirstKeys(world))
  const team = keys.length === 0 ? await oldestTeam(pool) : undefined
  const isEmpty = keys.length === 0 && team === undefined
  const link = handOverSetupLink(config, await readSetupLink(world))
  return {
    handedOver: [...(isEmpty ? [NO_TEAM] : keys), ...link],
    keyCommand:
      team === undefined ? null : `npx embarque key create --team ${team.id} --mode test --name NAME`,
    // Settings that only production needs.
    lacking:
      config.environment === 'production'
        ? (await missingThings({ config, client: pool, wall })).map(lackingIn)
        : [],
  }
}
