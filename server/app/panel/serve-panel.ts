// Serves the panel: hashed files that browsers cache, and for every other address its page.

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PANEL_PATH } from '../../../contract/links.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { HtmlPage } from '../../render/pages/page.ts'
import { sendPage } from '../http/errors.ts'
import { acceptedEncoding } from '../http/negotiation.ts'
import type { App } from '../http/types.ts'
import { PAGE, type Panel, type PanelFile, type PanelFiles } from './panel.ts'

// The page of an address: each screen's page names the files it needs.

const PAGES = 'pages/'

function pageOf(files: PanelFiles, path: string): PanelFile | undefined {
  const asked = path === '' || path === PAGE ? ['index'] : path.replace(/\/$/, '').split('/')
  for (const [name, file] of files) if (name.startsWith(PAGES) && isOf(asked, name)) return file
  return files.get(PAGE)
}

/** `$id` matches any segment; the build writes exact addresses first. */
function isOf(asked: readonly string[], name: string): boolean {
  const parts = name.slice(PAGES.length, -'.html'.length).split('/')
  return parts.length === asked.length && parts.every((part, n) => part === asked[n] || part.startsWith('$'))
}

// The page shown while the panel is built, which reloads itself.

const STYLE = `html{font:16px/1.5 system-ui,sans-serif;background:#f2f4f3;color:#12212b}
body{display:grid;place-items:center;min-height:90vh;margin:0;padding:1rem;text-align:center}
i{display:block;width:3.5rem;height:3.5rem;margin:0 auto 1rem;border-radius:10px;background:#ffc629}
p{color:#4b5c66}@media(prefers-color-scheme:dark){html{background:#0b161c;color:#e6eef0}p{color:#a3b4bc}}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const WAITING_POLICY = [
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

const TEXTS = {
  building: [
    'O painel está sendo montado',
    'Leva alguns segundos. Esta página é atualizada automaticamente.',
  ],
  failed: [
    'O painel não pôde ser montado',
    'O registro do serviço diz por quê. A API continua funcionando, e outra tentativa começa em instantes.',
  ],
} as const

function waitingPage(state: keyof typeof TEXTS): HtmlPage {
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
  return { html, policy: WAITING_POLICY }
}

/**
 * Only our own scripts, styles and pictures; inline code never runs. The one named Trusted Types policy is
 * for the worker.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types panel',
].join('; ')

const FOREVER = 'public, max-age=31536000, immutable'
const ASSETS = 'assets/'
const WORKER = 'worker.js'

export function servePanel(app: App, panel: Panel): void {
  app.get(PANEL_PATH, (request, reply) => response(panel, PAGE, request, reply))
  app.get<{ Params: { '*': string } }>(`${PANEL_PATH}/*`, (request, reply) =>
    response(panel, request.params['*'], request, reply),
  )
}

async function response(panel: Panel, path: string, request: FastifyRequest, reply: FastifyReply) {
  const files = panel.look()
  if (typeof files !== 'string') return send(files, path, request, reply)
  if (isFile(path) && path !== PAGE) fail('route_not_found')
  return sendPage(reply.code(503).header('retry-after', '1'), waitingPage(files))
}

async function send(files: PanelFiles, path: string, request: FastifyRequest, reply: FastifyReply) {
  const file = isFile(path) && path !== PAGE ? files.get(path) : pageOf(files, path)
  if (file === undefined) return fail('route_not_found')
  reply.header('content-security-policy', POLICY).type(file.type)
  // The worker's scope includes the address without a slash.
  if (path === WORKER) reply.header('service-worker-allowed', PANEL_PATH)
  reply.header('cache-control', path.startsWith(ASSETS) ? FOREVER : 'no-cache')
  return reply.send(packed(file, request, reply))
}

/** Addresses of screens have no dot in their last segment and are not below the cached assets. */
function isFile(path: string): boolean {
  return path.startsWith(ASSETS) || /\.[a-z0-9]+$/.test(path)
}

function packed({ bytes, packed }: PanelFile, request: FastifyRequest, reply: FastifyReply): Buffer {
  if (packed.size === 0) return bytes
  reply.header('vary', 'Accept-Encoding')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const small = encoding === null ? undefined : packed.get(encoding)
  if (small === undefined || encoding === null) return bytes
  reply.header('content-encoding', encoding)
  return small
}
