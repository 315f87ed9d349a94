// Takes in what the messaging app calls us with. It is believed where it is signed with the secret of our app, over the
// bytes as they came; whoever cannot sign learns nothing.

import { answerToChallenge, isSignedBy, readReceipts } from '../../adapters/whatsapp/whatsapp-callback.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { storeReceipts } from './message-receipt-store.ts'

interface Signed {
  readonly signature: string | undefined
  readonly raw: Buffer
}

export async function receiveReceipts(
  { config, pool, wall }: World,
  { signature, raw }: Signed,
  body: unknown,
): Promise<{ success: true }> {
  const secret = config.whatsappAppSecret ?? fail('route_not_found')
  if (!isSignedBy(secret, raw, signature))
    fail('unauthorized', { advice: 'the signature is not that of the app' })
  await storeReceipts(pool, readReceipts(body), wall.now())
  return { success: true }
}

/** The text that proves that this address is ours. */
export function proveAddress({ config }: World, asked: Parameters<typeof answerToChallenge>[1]): string {
  const token = config.whatsappVerifyToken ?? fail('route_not_found')
  return answerToChallenge(token, asked) ?? fail('unauthorized', { advice: 'this needs the verify token' })
}
