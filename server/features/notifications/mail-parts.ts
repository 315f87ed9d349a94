// What goes with a mail besides its words: the paper that it speaks of, and the pictures in it, so that a mail program
// has nothing to fetch from elsewhere.
import { TEAM_LOGO_PATH } from '../../../contract/links.ts'
import type { Attachment } from '../../adapters/mail/mailer.ts'
import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { type HeavyFile, turnsOf } from '../heavy-work.ts'
import { readLogoFile } from '../teams/set-logo.ts'
import type { World } from '../world.ts'
import type { MailRow } from './mail-store.ts'

/** Drawn off the event loop; none where what it shows is gone meanwhile. */
export async function paperOf({ heavyWork }: World, row: MailRow): Promise<Attachment[]> {
  const owner = ownerOfRow(row)
  const whose = `mails of ${turnsOf(owner)}`
  const [of, token = ''] = row.paper?.split(' ') ?? []
  const draw = async (): Promise<HeavyFile | null> => {
    if (row.receipt_of !== null) return heavyWork.run(whose, 'receipt', { owner, id: row.receipt_of })
    if (of === 'invoice') return heavyWork.run(whose, 'invoicePdf', { token }, token)
    return of === 'quote' ? heavyWork.run(whose, 'quotePdf', { token }, token) : null
  }
  const file = await draw().catch(noneIfGone)
  if (file === null) return []
  return [{ filename: file.name, contentType: 'application/pdf', content: file.content }]
}

const GONE = new Set(['booking_not_found', 'invoice_not_found', 'quote_not_found'])

function noneIfGone(error: unknown): null {
  if (error instanceof Fail && GONE.has(error.code)) return null
  throw error
}

const LOGO_TAG = new RegExp(`<img src="[^"]*${TEAM_LOGO_PATH}/([^"/]+)"([^>]*)>`, 'g')
const CID = 'logo@embarque'

/** The agency's logo goes with the mail; where it is gone, the mail has none. */
export async function withPictures(
  { pool }: World,
  html: string,
): Promise<{ html: string; pictures: Attachment[] }> {
  const [, file] = LOGO_TAG.exec(html) ?? []
  LOGO_TAG.lastIndex = 0
  if (file === undefined) return { html, pictures: [] }
  const content = await readLogoFile(pool, file).catch(() => null)
  if (content === null) return { html: html.replace(LOGO_TAG, ''), pictures: [] }
  const inline = { filename: 'logo.png', contentType: 'image/png', content, cid: CID }
  return { html: html.replace(LOGO_TAG, `<img src="cid:${CID}"$2>`), pictures: [inline] }
}
