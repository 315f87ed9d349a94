// Emits a sample event on request, the same way as real ones, so that integrators see their receiver work end to end.
import type { SampleEvent } from '../../../contract/stored-events.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { emitUntyped } from '../events/emit.ts'
import { readEventType } from '../events/read-event-type.ts'
import type { World } from '../world.ts'
import { sampleObject } from './sample-object.ts'

export async function emitSample(world: World, scope: Scope, name: string): Promise<SampleEvent> {
  const type = readEventType(name)
  return transaction(world, scope, async (tx) => {
    const id = emitUntyped(tx, type, sampleObject(type, tx.now))
    return { id, type }
  })
}
