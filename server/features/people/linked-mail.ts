// Puts the token of its link into a mail that is about to be sent: the mail that is stored has none.
import type { Mail } from '../../adapters/mail/mailer.ts'
import type { World } from '../world.ts'
import { sealedTokenOf } from './invitation-store.ts'
import { openToken } from './link-tokens.ts'

/** In its place in what is stored, behind the # of the link. */
export const HIDDEN_TOKEN = 'oculto'

/** Null where the link has ended: nobody needs the mail any more. */
export async function withLink(
  { pool, wall, secretBox }: World,
  mail: Mail,
  linkId: string | null,
): Promise<Mail | null> {
  if (linkId === null) return mail
  const sealed = await sealedTokenOf(pool, linkId, wall.now())
  if (sealed === undefined) return null
  const token = openToken(secretBox, linkId, sealed)
  const put = (text: string) => text.replaceAll(`#${HIDDEN_TOKEN}`, `#${token}`)
  return { ...mail, text: put(mail.text), html: put(mail.html) }
}
