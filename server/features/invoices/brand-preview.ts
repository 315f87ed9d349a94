// Shows an agency its brand on a sample invoice: page, PDF and mail. The token in the address is the only credential.
import type {
  BRAND_PREVIEW_OPERATIONS,
  BrandPreview,
  BrandPreviewQuery,
} from '../../../contract/brand-preview.ts'
import { PREVIEW_PATH } from '../../../contract/links.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { brCode } from '../../kernel/values/br-code.ts'
import { dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { InvoiceDocument } from '../../render/document/document.ts'
import { invoicePage } from '../../render/document/invoice-page.ts'
import { invoicePdf } from '../../render/document/invoice-pdf.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { mailPage } from '../../render/mail/mail.ts'
import { framed, type HtmlPage } from '../../render/pages/page.ts'
import { pageWords } from '../../render/words/page-words.ts'
import type { Bindings } from '../bindings.ts'
import { languageOf } from '../notifications/queue-mail.ts'
import { addressed } from '../notifications/salutation.ts'
import { letterheadOf, logoPicture } from '../teams/brand.ts'
import { contrastOn, nearestReadable, textOn } from '../teams/contrast.ts'
import { readMessageText } from '../teams/profile.ts'
import { demandTeam, findTeam, type Team, type TeamChanges } from '../teams/store.ts'
import type { World } from '../world.ts'
import { invoiceMail } from './notify.ts'
import { invoicePdfUrl, invoiceUrl } from './view.ts'

const TOKEN = 'exemplo'
const NUMBER = '2026-000123'
const CLIENT = { name: 'Ana Clara Lima', document: 'CPF 529.982.247-25', email: 'ana@example.com' }
const LINES = [
  {
    cents: 1_840_00n,
    'pt-BR': 'Passagem São Paulo a Recife, ida e volta',
    en: 'Flight São Paulo to Recife, round trip',
  },
  { cents: 1_260_00n, 'pt-BR': 'Hotel em Boa Viagem, 4 noites', en: 'Hotel in Boa Viagem, 4 nights' },
] as const
const TOTAL_CENTS = LINES.reduce((sum, { cents }) => sum + cents, 0n)
const DUE_DAYS = 7

export function sampleInvoice(world: World, team: Team): InvoiceDocument {
  const language = languageOf(team)
  const words = pageWords(language)
  const issuedOn = dateIn(world.wall.now(), team.time_zone)
  const dueOn = words.date(issuedOn.add({ days: DUE_DAYS }))
  const total = words.money(TOTAL_CENTS)
  return {
    kind: 'invoice',
    language,
    title: words.invoice.title(NUMBER),
    team: letterheadOf(world, team),
    footer: team.invoice_footer,
    client: CLIENT,
    dates: [
      [words.document.issued, words.date(issuedOn)],
      [words.invoice.due, dueOn],
    ],
    lines: LINES.map(({ cents, [language]: description }) => {
      const price = words.money(cents)
      return { description, quantity: '1', unitPrice: price, total: price }
    }),
    sums: [],
    total,
    notes: null,
    url: invoiceUrl(world, TOKEN),
    pdfUrl: invoicePdfUrl(world, TOKEN),
    issuedOn,
    isSimulated: true,
    state: 'open',
    isDraft: false,
    paidSum: null,
    returnedSum: null,
    totalChanges: [],
    adjustedTotal: total,
    nothingLeft: null,
    amountDue: total,
    earlySums: [],
    lateSums: [],
    lateWords: null,
    dueOn,
    dueNote: null,
    payments: [],
    receipts: [],
    paidOn: null,
    mandate: null,
    ways: [{ method: 'pix', amount: total, code: codeFor(team), slip: null, url: null }],
    withoutCode: null,
    instructions: team.payment_instructions,
    overpaid: null,
  }
}

/** The logo has a relative address, because the panel may show the preview under another host. */
function sampleMail(world: World, team: Team): string {
  const facts = {
    ...addressed(team, { full_name: CLIENT.name, client_type: 'individual' }),
    number: NUMBER,
    amountCents: TOTAL_CENTS,
    lateCents: 0n,
    early: null,
    debitOn: null,
    receivedCents: 0n,
    paidCents: 0n,
    refund: null,
    isClosed: false,
    dueDate: dateIn(world.wall.now(), team.time_zone).add({ days: DUE_DAYS }),
    url: invoiceUrl(world, TOKEN),
    codes: [{ method: 'pix' as const, code: codeFor(team) }],
    isSimulated: true,
    isTest: false,
  }
  return invoiceMail('sent', facts, languageOf(team), atHome(letterheadOf(world, team))).html
}

function atHome({ logo, ...head }: Letterhead): Letterhead {
  return { ...head, logo: logo && { ...logo, url: new URL(logo.url).pathname } }
}

function codeFor({ name, address }: Team): string {
  return brCode({
    key: 'exemplo@embarque.example',
    merchantName: name,
    city: address?.city ?? 'São Paulo',
    amountCents: TOTAL_CENTS,
    txid: 'EXEMPLO',
  })
}

const TOKEN_PURPOSE = 'brand preview'
const VALID_MS = 3_600_000
const NONE = 'none'
const SAMPLE_LOOK = { version: '', path: null, saysPaid: false }

export function brandPreviewRoutes(world: World): Bindings<typeof BRAND_PREVIEW_OPERATIONS> {
  return {
    'brandPreviews.read': ({ owner, query }) => previewBrand(world, owner.teamId, query),
    'brandPreviews.page': ({ params }) => previewPage(world, params.token),
    'brandPreviews.mail': ({ params, query }) => previewMail(world, params.token, query.words),
    'brandPreviews.pdf': async ({ params }) =>
      world.heavyWork.run(turnsOfPreview(world, params.token), 'brandPdf', params, params.token),
  }
}

async function previewBrand(world: World, teamId: string, query: BrandPreviewQuery): Promise<BrandPreview> {
  const team = await demandTeam(world.pool, teamId)
  const { brand_colour: wished, language = languageOf(team) } = query
  const colour = wished === NONE ? null : (wished?.toLowerCase() ?? team.brand_colour)
  const text = colour === null ? null : textOn(colour)
  const isUsable = colour === null || text !== null
  const expiresAt = new Date(world.wall.now().getTime() + VALID_MS)
  const preview = { teamId, untilMs: expiresAt.getTime() }
  const token = tokenOf(world, { ...preview, changes: { brand_colour: colour, language } })
  const words = tokenOf(world, { ...preview, changes: wordsToTry(query, language) })
  const address = (what: string) => (isUsable ? `${world.address.url}${PREVIEW_PATH}/${token}/${what}` : null)
  return {
    brand_colour: colour,
    brand_text_colour: text,
    contrast: colour === null ? null : contrastOn(colour),
    nearest_colour: colour === null || isUsable ? null : nearestReadable(colour),
    page_url: address('page'),
    mail_url: address(`mail?words=${words}`),
    pdf_url: address('pdf'),
    expires_at: isoTimestamp(expiresAt),
  }
}

/** Greeting and closing are tried in the language of the sample. */
function wordsToTry({ greeting, closing }: BrandPreviewQuery, language: TeamLanguage): TeamChanges {
  const suffix = language === 'en' ? 'en' : 'pt'
  return {
    ...(greeting !== undefined && {
      [`message_greeting_${suffix}`]: readMessageText('greeting', greeting),
    }),
    ...(closing !== undefined && { [`message_closing_${suffix}`]: readMessageText('closing', closing) }),
  }
}

async function previewPage(world: World, token: string): Promise<HtmlPage> {
  return framed(invoicePage(sampleInvoice(world, await branded(world, token)), SAMPLE_LOOK))
}

async function previewMail(world: World, token: string, words = token): Promise<HtmlPage> {
  const team = await branded(world, token)
  const { teamId, changes } = contentOfToken(world, words)
  if (teamId !== team.id) fail('link_not_valid')
  return mailPage(sampleMail(world, { ...team, ...changes }))
}

export async function previewPdf(world: World, token: string): Promise<{ name: string; content: Buffer }> {
  const team = await branded(world, token)
  const logo = await logoPicture(world.pool, team)
  return { name: 'exemplo.pdf', content: await invoicePdf(sampleInvoice(world, team), { logo }) }
}

/** Previews have turns of their own for each team. */
function turnsOfPreview(world: World, token: string): string {
  return `preview ${contentOfToken(world, token).teamId}`
}

interface Preview {
  readonly teamId: string
  /** What is tried. */
  readonly changes: TeamChanges
  readonly untilMs: number
}

function tokenOf({ secretBox }: World, preview: Preview): string {
  return secretBox.encrypt(JSON.stringify(preview), TOKEN_PURPOSE).toString('base64url')
}

/** The team with what the preview tries. */
async function branded(world: World, token: string): Promise<Team> {
  const { teamId, changes } = contentOfToken(world, token)
  const team = (await findTeam(world.pool, teamId)) ?? fail('link_not_valid')
  return { ...team, ...changes }
}

function contentOfToken({ secretBox, wall }: World, token: string): Preview {
  const preview = opened(() => secretBox.decrypt(Buffer.from(token, 'base64url'), TOKEN_PURPOSE))
  return preview.untilMs > wall.now().getTime() ? preview : fail('link_not_valid')
}

function opened(open: () => string): Preview {
  try {
    return JSON.parse(open())
  } catch {
    return fail('link_not_valid')
  }
}
