// A team says whether it wants the head of its ledger by mail, so that it keeps proofs that we cannot take back.
import type { WalletProof } from '../../../contract/wallet-proof.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { recordWish } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { nextMorning } from '../../kernel/values/next-morning.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { readHead, setMailsProof } from './proof-store.ts'
import { proofView } from './read-proof.ts'
import * as work from './work.ts'

const MAIL_HOUR = 8

export async function mailProof(world: World, scope: Scope, wanted: boolean): Promise<WalletProof> {
  return transaction(world, scope, async (tx) => {
    const { mails_proof: wasWanted } = await readHead(tx, tx.owner)
    await setMailsProof(tx, wanted)
    const change = { topic: 'settings', object: 'wallet', objectId: tx.owner.teamId } as const
    recordWish(tx, { ...change, before: { daily_mail: wasWanted }, after: { daily_mail: wanted } })
    if (wanted) await scheduleProofMail(tx)
    return proofView(await readHead(tx, tx.owner), tx.now)
  })
}

/** For the next morning, known by its day: however often it is scheduled, one mail is sent. */
export async function scheduleProofMail(tx: Tx): Promise<void> {
  const { teamId, mode } = tx.owner
  const { time_zone: timeZone } = await demandTeam(tx, teamId)
  const next = nextMorning(tx.now, timeZone, MAIL_HOUR)
  const day = next.day.toString()
  schedule(tx, work.mailProof, { at: next.at, key: `${teamId}/${mode} ${day}`, payload: { day } })
}
