// The tokens of links, as they are kept until they were used: sealed, and bound to their link.
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'

export function sealToken(box: SecretBox, linkId: string, token: string): Buffer {
  return box.seal(token, placeOf(linkId))
}

export function openToken(box: SecretBox, linkId: string, sealed: Buffer): string {
  return box.open(sealed, placeOf(linkId))
}

function placeOf(linkId: string): string {
  return `one_time_links.sealed_token:${linkId}`
}
