// The layout of every mail: one narrow column for phones, light and dark, with no links but the
// action and those of lists, and no image but the agency's logo. The plain text comes from the same content.
import { type Html, html, htmlLines, NOTHING } from '../html.ts'
import { fitted, type Letterhead, type ShownLogo } from '../letterhead.ts'
import { framed, type HtmlPage } from '../pages/page.ts'

// The styles of mails. Mail programs drop most CSS, so styles are inline, for light; dark mode uses the
// classes page, card, plain, edged, text, soft, link, line and code. No quotes here: they would end the
// attribute.

const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'
const SIZE = 'font-size:16px;line-height:25px'
const SMALL = 'font-size:13px;line-height:20px;color:#5c6773'
const CARD = `padding:28px 24px 12px;background:#ffffff;border:1px solid #dfe3e8;border-radius:10px;${SIZE}`
const TITLE = `margin:0 0 20px;font-size:22px;line-height:30px;color:#141a22;${WRAP}`
const HEADING = `margin:24px 0 4px;font-size:17px;line-height:25px;color:#141a22;${WRAP}`
const PARAGRAPH = `margin:0 0 16px;color:#2a3340;${WRAP}`
const TABLE = 'width:100%;table-layout:fixed;border-collapse:collapse;margin:0 0 20px'
const CELL = `padding:7px 0;vertical-align:top;border-top:1px solid #e6e9ed;color:#2a3340;${WRAP}`
const MONOSPACED =
  'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px;line-height:22px'
const BOX = 'padding:12px 14px;background:#f2f4f7;border:1px solid #dfe3e8;border-radius:8px;color:#2a3340'
/** Breaks at the line's end, without a hyphen. */
const CODE = `${BOX};${WRAP};${MONOSPACED}`
/** Mail programs show it beside the subject; it is invisible in the mail. */
const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:transparent'
const NAME = 'margin:0;padding:2px 12px 14px;font-size:17px;line-height:24px;font-weight:600;color:#141a22'
const BUTTON = 'display:inline-block;padding:12px 22px;font-weight:600;text-decoration:none'
const LOGO = 'display:block;border:0;padding:6px;background:#ffffff;border-radius:8px'
const DARK = `
      @media (prefers-color-scheme: dark) {
        .page { background: #12161c !important }
        .card { background: #1d232c !important }
        .plain { border-color: #323b47 !important }
        .edged { border-right-color: #323b47 !important; border-bottom-color: #323b47 !important }
        .edged { border-left-color: #323b47 !important }
        .text { color: #e8ecf1 !important }
        .soft { color: #a3aebb !important }
        .link { color: #8ab8ff !important }
        .line { border-color: #323b47 !important }
        .code { background: #12161c !important; border-color: #323b47 !important }
      }`

// The blocks of a mail below its paragraphs: rows, lists, timelines and codes. Each is written as HTML and as
// plain text.

export type MailBlock = MailRows | MailList | MailTimeline | MailCode

export interface MailRows {
  kind: 'rows'
  title: string
  rows: readonly { label: string; value: string }[]
}

export interface MailList {
  kind: 'list'
  title: string
  entries: readonly ListEntry[]
}

export interface MailTimeline {
  kind: 'timeline'
  title: string
  note: string
  entries: readonly MailTimelineEntry[]
}

/** On a line of its own, so that nothing else is copied. */
export interface MailCode {
  kind: 'code'
  title: string
  note: string
  code: string
}

export interface ListEntry {
  text: string
  /** Smaller, below the text; line breaks are kept. */
  detail: string
  /** Where the text leads. */
  url?: string
}

export interface MailTimelineEntry extends ListEntry {
  /** At the left, such as a time; empty for entries in between. */
  mark: string
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'rows':
      return [block.title, ...block.rows.map(({ label, value }) => `- ${label}: ${value}`)].join('\n')
    case 'list':
      return [block.title, ...block.entries.flatMap((entry) => hanging('-', 1, ' ', entry))].join('\n')
    case 'timeline': {
      const width = Math.max(...block.entries.map(({ mark }) => mark.length))
      const lines = block.entries.flatMap((entry) => hanging(entry.mark, width, '  ', entry))
      return [block.title, block.note, '', ...lines].join('\n')
    }
    case 'code':
      return `${block.title}\n${block.note}\n\n${block.code}`
  }
}

/** The mark before the first line, and the others indented below. */
function hanging(mark: string, width: number, gap: string, { text, detail, url = '' }: ListEntry): string[] {
  const lines = [text, ...detail.split(/\r?\n/), url].filter((line) => line !== '')
  return lines.map((line, index) => `${(index === 0 ? mark : '').padEnd(width)}${gap}${line}`)
}

function blockHtml(block: MailBlock): Html {
  const title = html`<h2 class="text" style="${HEADING}">${htmlLines(block.title)}</h2>`
  switch (block.kind) {
    case 'rows':
      return html`${[title, tableOf(block.rows.map(rowHtml))]}`
    case 'list':
      return html`${[title, tableOf(block.entries.map(contentHtml))]}`
    case 'timeline':
      return html`${[title, noteHtml(block.note), tableOf(block.entries.map(momentHtml))]}`
    case 'code':
      return html`${[title, noteHtml(block.note), tableOf([codeHtml(block.code)])]}`
  }
}

function noteHtml(note: string): Html {
  return html`<p class="soft" style="margin:0 0 8px;${SMALL}">${htmlLines(note)}</p>`
}

function codeHtml(code: string): Html {
  return html`<td class="code text" style="${CODE}">${code}</td>`
}

function tableOf(rows: readonly Html[]): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="${TABLE}">
${rows.map((cells) => html`<tr>${cells}</tr>`)}
</table>`
}

function rowHtml({ label, value }: MailRows['rows'][number]): Html {
  const shown = html`<strong>${htmlLines(value)}</strong>`
  return html`
<td class="soft line" width="38%" style="${CELL};color:#5c6773;padding-right:12px">${htmlLines(label)}</td>
<td class="text line" style="${CELL};text-align:right">${shown}</td>`
}

function momentHtml(entry: MailTimelineEntry): Html {
  const mark = html`<strong>${htmlLines(entry.mark)}</strong>`
  return html`
<td class="text line" width="64" style="${CELL};width:64px">${mark}</td>
${contentHtml(entry)}`
}

function contentHtml({ text, detail, url }: ListEntry): Html {
  const shown =
    url === undefined ? htmlLines(text) : html`<a class="link" href="${url}">${htmlLines(text)}</a>`
  const head = text === '' ? NOTHING : html`<strong>${shown}</strong>`
  const below = detail === '' ? NOTHING : html`<div class="soft" style="${SMALL}">${htmlLines(detail)}</div>`
  return html`<td class="text line" style="${CELL}">${head}${below}</td>`
}

export interface MailLayout {
  language: 'pt-BR' | 'en'
  title: string
  /** Shown beside the subject; by default the first long paragraph. */
  preview?: string | undefined
  /** Above all else, such as that nothing is real. */
  notices?: readonly string[] | undefined
  /** Above the paragraphs. */
  greeting?: string | undefined
  /** Plain text; line breaks are kept. */
  paragraphs: string[]
  /** Between the paragraphs and the action. */
  blocks?: readonly MailBlock[] | undefined
  action?: { label: string; url: string } | undefined
  /** The sender's last words, below the action. */
  closing?: string | null | undefined
  /** Replaces the usual last line. */
  footer?: string | undefined
  /** The sending agency with its branding; the reader may reply. */
  sender?: Letterhead | undefined
}

const WORDS = {
  'pt-BR': {
    footer: 'Esta é uma mensagem automática; não é preciso responder.',
    reply: 'Para falar com a agência, responda a este e-mail.',
    copyUrl: 'Se o botão não funcionar, copie este endereço:',
  },
  en: {
    footer: 'This is an automatic message; there is no need to reply.',
    reply: 'To talk to the agency, reply to this mail.',
    copyUrl: 'If the button does not work, copy this address:',
  },
} as const

export function layoutMail(layout: MailLayout): { html: string; text: string } {
  const {
    language,
    action,
    sender,
    footer = sender ? signed(sender, language) : WORDS[language].footer,
  } = layout
  if (action !== undefined && !/^https?:\/\//i.test(action.url))
    throw new Error('the action of a mail must lead to an http address')
  return { html: htmlOf({ ...layout, footer }).markup, text: textOf({ ...layout, footer }) }
}

function signed({ name, lines }: Letterhead, language: MailLayout['language']): string {
  return [name, ...lines, WORDS[language].reply].join('\n')
}

type Complete = MailLayout & { footer: string }

function textOf({
  title,
  notices = [],
  greeting,
  paragraphs,
  blocks = [],
  action,
  closing,
  footer,
}: Complete): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`]
  const begin = [title, ...notices, ...given(greeting), ...paragraphs]
  return `${[...begin, ...blocks.map(blockText), ...link, ...given(closing), `--\n${footer}`].join('\n\n')}\n`
}

function given(text: string | null | undefined): string[] {
  return text === undefined || text === null ? [] : [text]
}

const PREVIEW_CHARACTERS_MIN = 30

function previewOf({ preview, notices = [], paragraphs, title }: Complete): string {
  return preview ?? [...notices, ...paragraphs].find(({ length }) => length > PREVIEW_CHARACTERS_MIN) ?? title
}

function htmlOf(layout: Complete): Html {
  const {
    language,
    title,
    notices = [],
    greeting,
    paragraphs,
    blocks = [],
    action,
    closing,
    footer,
    sender,
  } = layout
  const { logo = null, colours = null, name = '' } = sender ?? {}
  const edge = colours === null ? '' : `;border-top:5px solid ${colours.back}`
  const content = [
    html`<h1 class="text" style="${TITLE}">${htmlLines(title)}</h1>`,
    ...[...notices, ...given(greeting), ...paragraphs].map(paragraphHtml),
    ...blocks.map(blockHtml),
    ...(action === undefined ? [] : [buttonOf(action, WORDS[language].copyUrl, colours)]),
    ...given(closing).map(paragraphHtml),
  ]
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${title}</title>
    <style>
      :root { color-scheme: light dark }${DARK}
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#f2f4f7">
    <div style="${HIDDEN}">${previewOf(layout)}</div>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f7">
      <tr><td align="center" style="padding:24px 12px">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${FONT}">
${logo === null ? nameRow(name) : logoRow(logo, name)}
          <tr><td class="card ${edge === '' ? 'plain' : 'edged'}" style="${CARD}${edge}">
${content}
          </td></tr>
          <tr><td class="soft" style="padding:16px 24px;${SMALL};${WRAP}">
            ${htmlLines(footer)}
          </td></tr>
        </table>
      </td></tr>
    </table>
  </body>
</html>
`
}

function paragraphHtml(text: string): Html {
  return html`<p class="text" style="${PARAGRAPH}">${htmlLines(text)}</p>`
}

const LOGO_MOST = { width: 200, height: 64 }

/** On white, for which most logos are made; programs without pictures show the name. */
function logoRow(logo: ShownLogo, name: string): Html {
  const { width, height } = fitted(logo, LOGO_MOST)
  const [wide, high] = [width, height].map((side) => String(Math.round(side)))
  return html`          <tr><td align="center" style="padding:0 0 16px">
            <img src="${logo.url}" width="${wide ?? ''}" height="${high ?? ''}" alt="${name}" style="${LOGO}">
          </td></tr>`
}

function nameRow(name: string): Html {
  if (name === '') return NOTHING
  return html`          <tr><td class="text" align="center" style="${NAME};${WRAP}">${htmlLines(name)}</td></tr>`
}

const USUAL = { back: '#1257c4', text: '#ffffff' }

function buttonOf(
  { label, url }: { label: string; url: string },
  copyUrl: string,
  colours: Letterhead['colours'],
): Html {
  const { back, text } = colours ?? USUAL
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>
  <td style="background:${back};border-radius:8px">
    <a href="${url}" style="${BUTTON};color:${text}">${label}</a></td>
</tr></table>
<p class="soft" style="margin:0 0 16px;${SMALL};${WRAP}">${copyUrl}<br>
  <a class="link" href="${url}" style="color:#1257c4">${url}</a></p>`
}

// A mail as a page of its own, for viewing sent mails: it runs nothing, and loads nothing but a logo.

/** Same origin, so that the panel can measure it; scripts stay forbidden. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-same-origin"

export function mailPage(html: string): HtmlPage {
  return framed({ html, policy: POLICY })
}
