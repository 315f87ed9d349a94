// Hands one stored message to the messaging app. A crash between sending and recording it sends the message again: one
// that comes twice does less harm than one that never comes.

import { MessageNotSent, type PhoneMessage } from '../../adapters/whatsapp/messenger.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { findMessage, setMessageFailed, setMessageSent } from './message-store.ts'
import type * as work from './work.ts'

export async function sendMessage(
  world: World,
  { piece, last }: TaskOf<typeof work.sendMessage>,
): Promise<void> {
  const row = await findMessage(world.pool, piece.key)
  if (row === undefined) throw new Error(`there is no message ${piece.key}`)
  if (row.status === 'sent' || row.status === 'stored') return
  if (row.template === null) throw new Error(`message ${row.id} has no template: it goes by mail`)
  const providerId = await send(world, row.id, JSON.parse(row.template))
  await transaction(world, last, async (tx) => {
    await setMessageSent(tx, row.id, tx.now, providerId)
  })
}

async function send(world: World, id: string, message: PhoneMessage): Promise<string | null> {
  try {
    return await world.messenger.send(message)
  } catch (error) {
    const { message: said } = error as Error
    await setMessageFailed(world.pool, id, error instanceof MessageNotSent ? error.reason : said)
    throw error
  }
}
