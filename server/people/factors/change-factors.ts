// The transaction in which somebody changes their own factors: with its entry in the audit log and a mail to them. It
// belongs to the first of their teams, as mails and the audit log do; who has no team gets no mail.
import type { Queryable } from '../../base/database/db.ts'
import { type Actor, type Change, record } from '../../outbox/audit.ts'
import { installationTransaction } from '../../outbox/installation-transaction.ts'
import { schedule } from '../../outbox/schedule.ts'
import { transaction } from '../../outbox/transaction.ts'
import type { World } from '../../world.ts'
import type { SignedIn } from '../signed-in.ts'
import { type FactorNotice, factorMail } from '../work.ts'
import { lockWaysIn } from './ways-in.ts'

/** Who asks, and as whom the audit log names them. */
export interface Asking {
  readonly person: SignedIn
  readonly by: Actor
}

export interface FactorTx extends Queryable {
  readonly now: Date
  readonly outbox: { readonly changes: Change[] }
  mail(notice: FactorNotice, passkey?: string): void
}

export async function changeFactors<T>(
  world: World,
  { person: { person, teams }, by }: Asking,
  work: (tx: FactorTx) => Promise<T>,
): Promise<T> {
  const [home] = teams
  const inTurn = async (tx: FactorTx) => {
    await lockWaysIn(tx, person.id)
    return work(tx)
  }
  if (home === undefined)
    return installationTransaction({ ...world, by }, (tx) => inTurn({ ...tx, mail: () => undefined }))
  const scope = { owner: home.callers.live.owner, clock: world.wall, by }
  return transaction(world, scope, (tx) => {
    const { now, outbox } = tx
    const mail = (notice: FactorNotice, passkey?: string) => {
      const key = `${person.id} ${notice} ${now.toISOString()}`
      const payload = { personId: person.id, notice, ...(passkey !== undefined && { passkey }) }
      schedule(tx, factorMail, { at: now, key, payload })
    }
    return inTurn({ query: tx.query, now, outbox, mail })
  })
}

/** Notes for the audit log what came or went: never a secret, nor a name that somebody made up. */
export function recordFactor(
  tx: FactorTx,
  objectId: string,
  factor: string,
  [before, after]: readonly [Change['before'], Change['after']],
): void {
  record(tx, { topic: 'access', object: factor, objectId, before, after })
}
