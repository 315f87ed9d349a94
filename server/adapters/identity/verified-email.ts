// Which e-mail address a provider of identities vouches for: the only one that may lead to somebody's account.

/** In lower case; null where it tells none, or has not checked it. */
export function verifiedEmailIn(claims: Readonly<Record<string, unknown>>, issuer: string): string | null {
  const { email, email_verified: isVerified, xms_edov: isOwned } = claims
  // Microsoft tells in a claim of its own whether the domain of an address is proved.
  const isMicrosofts = new URL(issuer).hostname === 'login.microsoftonline.com'
  const isProved = isVerified === true || (isMicrosofts && YES.some((yes) => yes === isOwned))
  if (!isProved || typeof email !== 'string' || !email.includes('@')) return null
  const small = email.toLowerCase()
  // A sign that becomes a plain letter only now was none at the issuer: there it is somebody else's address.
  return plainIn(small) === plainIn(email) ? small : null
}

/** How many of its characters are those of ASCII. */
function plainIn(text: string): number {
  return text.replace(/[^\x21-\x7e]/g, '').length
}

const YES = [true, 1, '1', 'true']
