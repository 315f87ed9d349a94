// Says in a few words why a host could not be reached, for its operator, who does not see our log.
import { ForbiddenAddress, LookUpFailed, UnresolvedName } from './public-address.ts'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed too early',
  EPIPE: 'the connection was closed too early',
  UND_ERR_SOCKET: 'the connection was closed too early',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed too early',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  EADDRNOTAVAIL: 'the host cannot be reached',
  ETIMEDOUT: 'timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by nobody known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without those that vouch for it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}
const REASON_MAX = 200
/**
 * One text for names that do not exist and for those that lead inside: nobody shall learn which of them there are. That
 * a look-up got no answer is told as it is: it is the same whether there is such a name or not.
 */
const NOWHERE = 'no public address was found for this host'
/** What this machine has run out of. */
const OUT_OF: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EAGAIN'])

/** Whether it says something of us, and nothing of the host: it was never talked to. */
export function isOurFault(error: Error): boolean {
  return error instanceof LookUpFailed || ('code' in error && OUT_OF.has(String(error.code)))
}

export function reasonOf(error: Error): string {
  if (error instanceof LookUpFailed) return error.message
  if (error instanceof ForbiddenAddress || error instanceof UnresolvedName) return NOWHERE
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP'
  if (/^(?:ERR_SSL_|EPROTO$)/.test(code)) return 'the TLS handshake failed'
  // Some messages quote what the other side sent, and the reason is stored as text, which has no U+0000.
  return REASONS[code] ?? error.message.replaceAll('\0', '').slice(0, REASON_MAX)
}
