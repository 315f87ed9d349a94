// Shows an agency its brand before it is saved: the real page, mail and PDF of an invoice that does not exist. What the
// samples are made of stands sealed in their addresses, so nothing is stored for them.
import type { BrandPreview, BrandPreviewQuery } from '../../../contract/brand-preview.ts'
import { PREVIEW_PATH } from '../../../contract/links.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { invoicePdf } from '../../render/document/document-pdf.ts'
import { invoicePage } from '../../render/document/invoice-page.ts'
import { mailPage } from '../../render/mail/mail-page.ts'
import { framed, type HtmlPage } from '../../render/pages/page.ts'
import { contrastOn, nearestReadable, textOn } from '../teams/contrast.ts'
import { logoPicture } from '../teams/set-logo.ts'
import { demandTeam, findTeam, type Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { sampleInvoice, sampleMail } from './sample-invoice.ts'

const SEALED_AS = 'brand preview'
const LIFE_MS = 3_600_000
const NONE = 'none'
const SAMPLE_LOOK = { version: '', path: null, saysPaid: false }

export async function previewBrand(
  world: World,
  teamId: string,
  { brand_colour: wished }: BrandPreviewQuery,
): Promise<BrandPreview> {
  const team = await demandTeam(world.pool, teamId)
  const colour = wished === NONE ? null : (wished?.toLowerCase() ?? team.brand_colour)
  const text = colour === null ? null : textOn(colour)
  const isUsable = colour === null || text !== null
  const expiresAt = new Date(world.wall.now().getTime() + LIFE_MS)
  const token = seal(world, { teamId, colour, untilMs: expiresAt.getTime() })
  const address = (what: string) => (isUsable ? `${world.address.url}${PREVIEW_PATH}/${token}/${what}` : null)
  return {
    brand_colour: colour,
    brand_text_colour: text,
    contrast: colour === null ? null : contrastOn(colour),
    nearest_colour: colour === null || isUsable ? null : nearestReadable(colour),
    page_url: address('page'),
    mail_url: address('mail'),
    pdf_url: address('pdf'),
    expires_at: isoTimestamp(expiresAt),
  }
}

export async function previewPage(world: World, token: string): Promise<HtmlPage> {
  return framed(invoicePage(sampleInvoice(world, await branded(world, token)), SAMPLE_LOOK))
}

export async function previewMail(world: World, token: string): Promise<HtmlPage> {
  return mailPage(sampleMail(world, await branded(world, token)))
}

export async function previewPdf(world: World, token: string): Promise<{ name: string; content: Buffer }> {
  const team = await branded(world, token)
  const logo = await logoPicture(world.pool, team)
  return { name: 'exemplo.pdf', content: await invoicePdf(sampleInvoice(world, team), { logo }) }
}

/** Whoever has a link to it takes the turns of its team's samples, and nobody else's. */
export function turnsOfPreview(world: World, token: string): string {
  return `preview ${unsealed(world, token).teamId}`
}

interface Sealed {
  readonly teamId: string
  readonly colour: string | null
  readonly untilMs: number
}

function seal({ secretBox }: World, sealed: Sealed): string {
  return secretBox.seal(JSON.stringify(sealed), SEALED_AS).toString('base64url')
}

/** The team with the colour that is tried. */
async function branded(world: World, token: string): Promise<Team> {
  const { teamId, colour } = unsealed(world, token)
  const team = (await findTeam(world.pool, teamId)) ?? fail('link_not_valid')
  return { ...team, brand_colour: colour }
}

function unsealed({ secretBox, wall }: World, token: string): Sealed {
  const sealed = opened(() => secretBox.open(Buffer.from(token, 'base64url'), SEALED_AS))
  return sealed.untilMs > wall.now().getTime() ? sealed : fail('link_not_valid')
}

function opened(open: () => string): Sealed {
  try {
    return JSON.parse(open())
  } catch {
    return fail('link_not_valid')
  }
}
