// The frame of the pages that payers see: light, on any screen and on paper, loading nothing. Its one style and its
// one script are named in its policy by their hashes, so a browser runs nothing else, whatever the content holds.
import { createHash } from 'node:crypto'
import { escapeHtml } from '../paper/html.ts'

const STYLE = `
:root { color-scheme: light dark; --back: #f2f4f7; --card: #ffffff; --field: #f5f7fa; --line: #dfe3e8;
  --text: #141a22; --soft: #55606d; --blue: #1257c4; --on-blue: #ffffff;
  --good: #12532f; --good-back: #e4f4ea; --warn: #6a4200; --warn-back: #fdf1db;
  --bad: #7c1d13; --bad-back: #fceae7; --test: #3b2a86; --test-back: #efecfd }
@media (prefers-color-scheme: dark) {
  :root { --back: #12161c; --card: #1d232c; --field: #252d38; --line: #323b47;
    --text: #e8ecf1; --soft: #a3aebb; --blue: #8ab8ff; --on-blue: #0d1521;
    --good: #a5e3bd; --good-back: #1b2d29; --warn: #f3cf8e; --warn-back: #332a20;
    --bad: #f7b3aa; --bad-back: #372324; --test: #c9bfff; --test-back: #29263e }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif }
main { max-width: 640px; margin: 0 auto; background: var(--card); padding: 24px 20px 32px }
h1 { margin: 0; font-size: 17px; font-weight: 600; line-height: 1.4 }
h2 { margin: 0 0 8px; font-size: 14px; font-weight: 600; color: var(--soft) }
p { margin: 0 }
section { margin-top: 28px }
.banner { margin: 0 0 20px; padding: 12px 16px; border-radius: 10px; font-weight: 600 }
.banner p { font-weight: 400 }
.good { color: var(--good); background: var(--good-back) }
.warn { color: var(--warn); background: var(--warn-back) }
.bad { color: var(--bad); background: var(--bad-back) }
.test { color: var(--test); background: var(--test-back) }
.amount { margin-top: 6px; font-size: clamp(28px, 9vw, 36px); font-weight: 700; line-height: 1.25;
  letter-spacing: -0.01em }
.due { color: var(--soft) }
.due strong { color: var(--text) }
.code { padding: 14px 16px; background: var(--field); border-radius: 10px;
  user-select: all; -webkit-user-select: all;
  font: 500 17px/1.7 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace }
.code span { white-space: nowrap }
.button { display: block; width: 100%; margin-top: 12px; padding: 13px 20px; border: 1px solid var(--blue);
  border-radius: 10px; background: var(--blue); color: var(--on-blue); font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer }
.button[hidden] { display: none }
.button.quiet { background: none; color: var(--blue) }
.button:hover { filter: brightness(1.08) }
.button:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px }
.said { min-height: 24px; margin-top: 6px; font-size: 14px; text-align: center; color: var(--good) }
.bars { margin: 0 -20px; padding: 14px 0; background: #ffffff; forced-color-adjust: none }
.bars svg { display: block; width: 100%; max-width: 425px; height: 76px; margin: 0 auto }
.hint { margin-top: 10px; font-size: 14px; color: var(--soft) }
dl { margin: 0; border-top: 1px solid var(--line) }
dl div { padding: 10px 0; border-bottom: 1px solid var(--line) }
dt { font-size: 14px; color: var(--soft) }
dd { margin: 0 }
dd span { display: block; font-size: 14px; color: var(--soft) }
ul { margin: 0; padding-left: 20px }
li { margin-bottom: 4px }
@media (min-width: 640px) {
  body { padding: 32px 16px }
  main { padding: 36px 44px 44px; border: 1px solid var(--line); border-radius: 14px }
  .amount { font-size: 42px }
  .code { font-size: 15px; white-space: nowrap }
  .bars { margin: 0; border-radius: 10px }
  dl div { display: grid; grid-template-columns: 170px 1fr; gap: 16px; padding: 11px 0 }
  dt { line-height: 24px }
}
/* Coarse pixels cannot hold bars narrower than one of them: there the code is scrolled, not shrunk. */
@media (max-width: 424px) and (max-resolution: 1.4dppx) {
  .bars { overflow-x: auto }
  .bars svg { width: 425px }
}
@media print {
  @page { margin: 15mm }
  :root { color-scheme: light; --back: #ffffff; --card: #ffffff; --field: #ffffff; --line: #999999;
    --text: #000000; --soft: #333333; --good: #000000; --warn: #000000; --bad: #000000; --test: #000000 }
  body { padding: 0; font-size: 11pt }
  main { max-width: none; padding: 0; border: 0 }
  .banner { border: 1.5pt solid #000000; background: none }
  .amount { font-size: 24pt }
  .code { padding: 0; font-size: 12pt }
  .button, .said, .hint { display: none }
  .bars { margin: 6mm 0 0; padding: 0; break-inside: avoid }
  .bars svg { width: 108.09mm; max-width: none; height: 13mm; margin: 0 }
  section { margin-top: 6mm; break-inside: avoid }
}
`

/** Without a secure connection there is no clipboard: the text is selected, and copied the old way if that works. */
const SCRIPT = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies)
  const said = document.getElementById(button.dataset.says)
  const say = (words) => {
    said.textContent = ''
    setTimeout(() => { said.textContent = words }, 60)
  }
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.dataset.plain)
      say(button.dataset.done)
    } catch {
      getSelection().selectAllChildren(source)
      say(document.execCommand('copy') ? button.dataset.done : 'O texto está selecionado: agora é só copiar.')
    }
  })
}
`

/** What a kind of page has besides the frame; always the same text, as it is named by its hash. */
export interface PageExtra {
  style?: string
  script?: string
  /** Whether its script may ask us something. */
  asks?: boolean
  /** Whether it has buttons that send something to us. */
  sends?: boolean
}

/** The icon is empty, so that no browser asks for one. */
export function payerPageCsp({ style, script, asks = false, sends = false }: PageExtra = {}): string {
  const hashes = (...blocks: (string | undefined)[]) =>
    blocks.flatMap((block) => (block === undefined ? [] : [`'${hashOf(block)}'`])).join(' ')
  return [
    "default-src 'none'",
    `style-src ${hashes(STYLE, style)}`,
    `script-src ${hashes(SCRIPT, script)}`,
    ...(asks ? ["connect-src 'self'"] : []),
    'img-src data:',
    "base-uri 'none'",
    `form-action ${sends ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

export const PAYER_PAGE_CSP = payerPageCsp()

/** `content` is markup: whoever makes it escapes what others wrote. */
export function payerPage({
  title,
  content,
  extra = {},
}: {
  title: string
  content: string
  extra?: PageExtra
}): string {
  const style = extra.style === undefined ? '' : `\n<style>${extra.style}</style>`
  const script = extra.script === undefined ? '' : `\n<script>${extra.script}</script>`
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>${style}
</head>
<body>
<main>
${content}
</main>
<script>${SCRIPT}</script>${script}
</body>
</html>
`
}

function hashOf(block: string): string {
  return `sha256-${createHash('sha256').update(block).digest('base64')}`
}
