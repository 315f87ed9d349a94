// Makes somebody an operator of the installation, or no longer one. Only whoever has its command line may.
import { record } from '../../kernel/outbox/audit.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import type { World } from '../world.ts'
import { demandPersonNamed, type PersonRow, setIsOperator } from './person-store.ts'

/** Who it is, and whether it changed anything. */
export async function setOperator(
  world: World,
  email: string,
  isOperator: boolean,
): Promise<{ person: PersonRow; changed: boolean }> {
  const done = await installationTransaction(world, async (tx) => {
    const person = await demandPersonNamed(tx, email)
    if (!(await setIsOperator(tx, person.id, isOperator))) return { person, changed: false }
    const before = { is_operator: !isOperator }
    const after = { is_operator: isOperator }
    record(tx, { topic: 'access', object: 'person', objectId: person.id, before, after })
    return { person, changed: true }
  })
  world.signals.tellHere('callers', done.person.id)
  return done
}
