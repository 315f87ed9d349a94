// The frame of the pages that payers see, loading nothing. Its one style and its one script are named in its policy by
// their hashes, so a browser runs nothing else, whatever the content holds.
import { createHash } from 'node:crypto'
import { type Html, html } from '../html.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface HtmlPage {
  readonly html: string
  /** Its Content-Security-Policy, to be sent with it. */
  readonly policy: string
}

export interface PageContent {
  title: string
  content: readonly Html[]
  /** Whether its script may ask us something. */
  asks?: boolean
  /** Whether it has buttons that send something to us. */
  sends?: boolean
}

const STYLE: Html = { markup: PAGE_STYLE }
const SCRIPT: Html = { markup: PAGE_SCRIPT }
const STYLE_HASH = hashOf(PAGE_STYLE)
const SCRIPT_HASH = hashOf(PAGE_SCRIPT)

/** The icon is empty, so that no browser asks for one. */
export function makePage({ title, content, asks = false, sends = false }: PageContent): HtmlPage {
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
  return { html: page.markup, policy: policyOf(asks, sends) }
}

function policyOf(asks: boolean, sends: boolean): string {
  return [
    "default-src 'none'",
    `style-src '${STYLE_HASH}'`,
    `script-src '${SCRIPT_HASH}'`,
    ...(asks ? ["connect-src 'self'"] : []),
    'img-src data:',
    "base-uri 'none'",
    `form-action ${sends ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(block: string): string {
  return `sha256-${createHash('sha256').update(block).digest('base64')}`
}
