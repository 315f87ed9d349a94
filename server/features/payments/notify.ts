// Mails the team when a bank is connected or disconnected, so that a stolen key cannot do so unnoticed.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { shortMoment } from '../../render/itinerary/itinerary.ts'
import { languageOf, queueAlarm } from '../notifications/queue-mail.ts'
import { TEAM_WORDS } from '../notifications/words.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { pixKeyOf } from './banks.ts'
import type * as payments from './jobs.ts'
import { type ProviderNotice, providerMailJob } from './jobs.ts'
import { findAnyProvider } from './provider-store.ts'

export function notifyTeamOfProvider(tx: Tx, providerId: string, notice: ProviderNotice): void {
  const payload = { providerId, notice }
  schedule(tx, providerMailJob, { at: tx.now, key: `${providerId} ${notice}`, payload })
}

export async function notifyProvider(
  world: World,
  { payload: { providerId, notice }, last }: TaskOf<typeof payments.providerMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const provider = await findAnyProvider(tx, providerId)
    if (provider === undefined) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const language = languageOf(team)
    const letter = TEAM_WORDS[language].provider[notice]({
      provider: provider.name,
      pixKey: pixKeyOf(provider),
      when: shortMoment(tx.now, team.time_zone, language),
    })
    await queueAlarm(tx, team, { key: `provider ${providerId} ${notice}`, category: 'provider', letter })
  })
}
