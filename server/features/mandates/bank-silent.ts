// A bank that did not say what it did: asked again within minutes at first, and then every few hours.
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'

/** An unknown outcome. */
export class BankSilent extends Error {}

const FIRST_TRIES = 6
const NEXT_TRIES_AFTER_MS = 4 * 3_600_000

/** Does the work; after the first attempts of the job a silent bank is asked again later, so that no job gives up. */
export async function askedAgain(
  world: World,
  { job, scope }: { readonly job: { readonly attempt: number }; readonly scope: Scope },
  work: () => Promise<void>,
  again: (tx: Tx, at: Date) => void,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BankSilent) || job.attempt < FIRST_TRIES) throw error
    world.log.warn({ reason: error.message }, 'a bank does not answer about a mandate')
    await transaction(world, aside(scope), async (tx) =>
      again(tx, new Date(tx.now.getTime() + NEXT_TRIES_AFTER_MS)),
    )
  }
}
