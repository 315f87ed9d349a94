// Due work: mails a team the head of its ledger, every day for as long as it wants it.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { moneyText, shortDate } from '../../render/itinerary/itinerary-words.ts'
import { languageOf } from '../notifications/language-of.ts'
import { queueLetter } from '../notifications/queue-letter.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { scheduleProofMail } from './mail-proof.ts'
import { readHead } from './proof-store.ts'
import type * as work from './work.ts'

export async function mailProof(
  world: World,
  { payload, last }: TaskOf<typeof work.mailProof>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const { mode, lines, hash, balance_cents, last_id, mails_proof } = await readHead(tx, tx.owner)
    if (!mails_proof) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const language = languageOf(team)
    const { proof, proofCode } = MAIL_WORDS[language].team
    const letter = proof({
      isTest: mode === 'test',
      day: shortDate(Temporal.PlainDate.from(payload.day), language),
      lines: String(lines),
      balance: moneyText(balance_cents, language),
      lastId: last_id,
    })
    const blocks = [{ kind: 'code', title: proofCode, note: '', code: `${lines}:${hash}` }] as const
    await queueLetter(tx, team, { key: `proof ${payload.day}`, letter, blocks })
    await scheduleProofMail(tx)
  })
}
