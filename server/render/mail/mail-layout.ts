// The frame of every mail: one narrow column that is readable on a phone, in light and dark, without links to anything
// but the one action, and without images but the agency's logo. The plain text is made from the same content, so that
// the two cannot differ.
import { type Html, html, htmlLines, NOTHING } from '../html.ts'
import { fitted, type Letterhead, type ShownLogo } from '../letterhead.ts'
import { blockHtml, blockText, type MailBlock } from './mail-blocks.ts'
import { BUTTON, CARD, DARK, FONT, HIDDEN, LOGO, NAME, PARAGRAPH, SMALL, TITLE, WRAP } from './mail-styles.ts'

export interface MailLayout {
  language: 'pt-BR' | 'en'
  title: string
  /** Beside the subject in lists of mails; the first paragraph that says more than hello unless given. */
  preview?: string | undefined
  /** Plain text; a line break stays one. */
  paragraphs: string[]
  /** Between the paragraphs and the action. */
  blocks?: readonly MailBlock[] | undefined
  action?: { label: string; url: string } | undefined
  /** Instead of the usual last line. */
  footer?: string | undefined
  /** The agency that it is from, in its looks; whoever reads it may answer. */
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

function textOf({ title, paragraphs, blocks = [], action, footer }: Complete): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`]
  return `${[title, ...paragraphs, ...blocks.map(blockText), ...link, `--\n${footer}`].join('\n\n')}\n`
}

/** A greeting is shorter. */
const PREVIEW_CHARACTERS_MIN = 30

function previewOf({ preview, paragraphs, title }: Complete): string {
  return preview ?? paragraphs.find(({ length }) => length > PREVIEW_CHARACTERS_MIN) ?? title
}

function htmlOf(layout: Complete): Html {
  const { language, title, paragraphs, blocks = [], action, footer, sender } = layout
  const { logo = null, colours = null, name = '' } = sender ?? {}
  const edge = colours === null ? '' : `;border-top:5px solid ${colours.back}`
  const content = [
    html`<h1 class="text" style="${TITLE}">${htmlLines(title)}</h1>`,
    ...paragraphs.map((text) => html`<p class="text" style="${PARAGRAPH}">${htmlLines(text)}</p>`),
    ...blocks.map(blockHtml),
    ...(action === undefined ? [] : [buttonOf(action, WORDS[language].copyUrl, colours)]),
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

const LOGO_MOST = { width: 200, height: 64 }

/** On white, as most logos are made for it; programs that show no pictures show the name. */
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
