// A webhook is signed in two ways: each is verified without the headers of the other.
import { verifyWebhook } from '../../sdk/src/webhooks/verify-webhook.ts'

const OTHERS = [/^webhook-/, /^x-service-/]

interface Received {
  body: string
  headers: NodeJS.Dict<string | string[]>
}

/** Rejects unless both signatures are valid. */
export async function verifyBothWays({ body, headers }: Received, secret: string): Promise<void> {
  for (const others of OTHERS) {
    const kept = Object.entries(headers).filter(([name]) => !others.test(name))
    await verifyWebhook(body, Object.fromEntries(kept), secret)
  }
}
