// Whom a passkey is for: the name of this site, which browsers bind it to. They know names only, never addresses, and
// plain http on this machine alone.
import { isIP } from 'node:net'
import { fail } from '../../../kernel/values/fail.ts'

export const SERVICE_NAME = 'Embarque'

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Without a public address the service is on this machine, and browsers know it as localhost there. */
export function relyingParty({ address }: { address: { url: string } }): RelyingParty {
  const url = new URL(address.url)
  if (OWN_ADDRESSES.has(url.hostname)) url.hostname = 'localhost'
  const { hostname, protocol, origin } = url
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  if (!isSafe || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) fail('passkeys_unavailable')
  return { id: hostname, origin }
}

const OWN_ADDRESSES = new Set(['127.0.0.1', '[::1]', '0.0.0.0', '[::]'])
