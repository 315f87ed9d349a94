// The page and the PDF of a credit note that clients open by a link. The token in the link is the only credential.
import type { CREDIT_NOTE_PAGE_OPERATIONS } from '../../../contract/public-pages.ts'
import { fail } from '../../kernel/values/fail.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { creditNotePage, creditNotePdf } from '../../render/document/credit-note-page.ts'
import { type HtmlPage, keptPage } from '../../render/pages/page.ts'
import type { PdfCache } from '../../render/pdf/pdf-cache.ts'
import { languageFor } from '../../render/words/page-words.ts'
import type { Bindings } from '../bindings.ts'
import { creditOfNote } from '../client-credit/store.ts'
import { clientOf } from '../clients/store.ts'
import { pdfName, turnsOfLinks } from '../documents/document-parts.ts'
import { findInvoice } from '../invoices/store.ts'
import { logoPicture } from '../teams/brand.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { creditNoteDocument } from './document.ts'
import { type CreditNoteRow, findCreditNoteByLink } from './store.ts'

export function creditNotePageRoutes(world: World): Bindings<typeof CREDIT_NOTE_PAGE_OPERATIONS> {
  return {
    'shared.creditNote': ({ params }) => sharedCreditNotePage(world, params.token),
    'shared.creditNotePdf': async ({ params }) => {
      const note = await demandLinked(world, params.token)
      return world.heavyWork.run(turnsOfLinks(note), 'creditNotePdf', params, params.token)
    },
  }
}

async function sharedCreditNotePage(world: World, token: string): Promise<HtmlPage> {
  const { document } = await noteBehind(world, token)
  return keptPage([document], () => creditNotePage(document))
}

export async function sharedCreditNotePdf(
  world: World,
  cache: PdfCache,
  token: string,
): Promise<{ name: string; content: Buffer }> {
  const { document, team } = await noteBehind(world, token)
  const draw = async () => creditNotePdf(document, { logo: await logoPicture(world.pool, team) })
  const content = await cache(document, draw)
  return { name: pdfName(document.title), content }
}

/** The document, in the client's language. */
async function noteBehind(world: World, token: string) {
  const note = await demandLinked(world, token)
  const owner = ownerOfRow(note)
  const team = await demandTeam(world.pool, note.team_id)
  const client = await clientOf(world.pool, owner, note)
  const invoice = (await findInvoice(world.pool, owner, note.invoice_id)) ?? fail('credit_note_not_found')
  const language = languageFor(client, team)
  const credit = await creditOfNote(world.pool, note)
  const shown = { note, credit, team, language, invoiceToken: invoice.link_token }
  const document = creditNoteDocument(world, shown)
  return { note, team, document }
}

async function demandLinked({ pool }: World, token: string): Promise<CreditNoteRow> {
  return (await findCreditNoteByLink(pool, token)) ?? fail('credit_note_not_found')
}
