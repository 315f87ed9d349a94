// What stands at the panel's address while the panel is being built: a page that asks again by itself.
import { createHash } from 'node:crypto'
import type { HtmlPage } from '../../render/pages/page.ts'

const STYLE = `html{font:16px/1.5 system-ui,sans-serif;background:#f2f4f3;color:#12212b}
body{display:grid;place-items:center;min-height:90vh;margin:0;padding:1rem;text-align:center}
i{display:block;width:3.5rem;height:3.5rem;margin:0 auto 1rem;border-radius:10px;background:#ffc629}
p{color:#4b5c66}@media(prefers-color-scheme:dark){html{background:#0b161c;color:#e6eef0}p{color:#a3b4bc}}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = [
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

const TEXTS = {
  building: ['O painel está sendo montado', 'Leva alguns segundos. Esta página se atualiza sozinha.'],
  failed: [
    'O painel não pôde ser montado',
    'O registro do serviço diz por quê. A API continua funcionando, e outra tentativa começa em instantes.',
  ],
} as const

export function waitingPage(state: keyof typeof TEXTS): HtmlPage {
  const [title, text] = TEXTS[state]
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${state === 'building' ? 1 : 15}">
<title>Embarque</title>
<style>${STYLE}</style>
</head>
<body><main><i></i><h1>${title}</h1><p>${text}</p></main></body>
</html>
`
  return { html, policy: POLICY }
}
