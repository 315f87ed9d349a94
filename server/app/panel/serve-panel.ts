// Serves the panel below its address: hashed files that browsers keep, and for every other address the one page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PANEL_PATH } from '../../../contract/links.ts'
import { fail } from '../../kernel/values/fail.ts'
import { acceptedEncoding } from '../http/accepted-encoding.ts'
import { sendPage } from '../http/send-page.ts'
import type { App } from '../http/types.ts'
import type { Panel } from './make-panel.ts'
import { pageOf } from './page-of.ts'
import { PAGE, type PanelFile, type PanelFiles } from './panel-files.ts'
import { waitingPage } from './waiting-page.ts'

/** Scripts, styles and pictures of our own alone; text never becomes code. One policy is named, for the worker. */
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
  app.get(PANEL_PATH, (request, reply) => answer(panel, PAGE, request, reply))
  app.get<{ Params: { '*': string } }>(`${PANEL_PATH}/*`, (request, reply) =>
    answer(panel, request.params['*'], request, reply),
  )
}

async function answer(panel: Panel, path: string, request: FastifyRequest, reply: FastifyReply) {
  const files = panel.look()
  if (typeof files !== 'string') return send(files, path, request, reply)
  if (isFile(path) && path !== PAGE) fail('route_not_found')
  return sendPage(reply.code(503).header('retry-after', '1'), waitingPage(files))
}

async function send(files: PanelFiles, path: string, request: FastifyRequest, reply: FastifyReply) {
  const file = isFile(path) && path !== PAGE ? files.get(path) : pageOf(files, path)
  if (file === undefined) return fail('route_not_found')
  reply.header('content-security-policy', POLICY).type(file.type)
  // It is for the address without a slash too.
  if (path === WORKER) reply.header('service-worker-allowed', PANEL_PATH)
  reply.header('cache-control', path.startsWith(ASSETS) ? FOREVER : 'no-cache')
  return reply.send(packed(file, request, reply))
}

/** Addresses of screens have no dot in their last part, and are not among what browsers keep for ever. */
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
