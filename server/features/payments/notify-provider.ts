// Tells a team by mail that a bank was connected in its name, or disconnected: who did it with a stolen key is seen,
// also where the same key has changed the address first.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { shortMoment } from '../../render/itinerary/short-moment.ts'
import { languageOf } from '../notifications/language-of.ts'
import { queueAlarm } from '../notifications/queue-alarm.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { pixKeyOf } from './bank-of.ts'
import { findAnyProvider } from './provider-store.ts'
import type * as payments from './work.ts'

export async function notifyProvider(
  world: World,
  { payload: { providerId, notice }, last }: TaskOf<typeof payments.providerMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const provider = await findAnyProvider(tx, providerId)
    if (provider === undefined) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const language = languageOf(team)
    const letter = MAIL_WORDS[language].team.provider[notice]({
      provider: provider.name,
      pixKey: pixKeyOf(provider),
      when: shortMoment(tx.now, team.time_zone, language),
    })
    await queueAlarm(tx, team, { key: `provider ${providerId} ${notice}`, letter })
  })
}
