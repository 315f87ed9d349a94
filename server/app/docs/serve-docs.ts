// Serves the documentation below /docs, and its list for agents.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../kernel/values/fail.ts'
import { readPreferences } from '../http/negotiation.ts'
import { sendVersioned } from '../http/responses.ts'
import type { App } from '../http/types.ts'
import type { Docs } from './docs.ts'

/** Only our own scripts, styles and pictures; inline code never runs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const FOREVER = 'public, max-age=31536000, immutable'

export function serveDocs(app: App, docs: Docs, root: string): void {
  const response = (path: string) => async (request: FastifyRequest, reply: FastifyReply) =>
    send(docs, path, request, reply)
  app.get(root, response(root))
  if (root.endsWith('.txt')) return
  app.get(`${root}/`, response(root))
  app.get<{ Params: { '*': string } }>(`${root}/*`, (request, reply) =>
    send(docs, `${root}/${request.params['*']}`, request, reply),
  )
}

async function send(docs: Docs, path: string, request: FastifyRequest, reply: FastifyReply) {
  const file = docs.find(path)
  // Programs get the API's error shape.
  if (file === undefined && !asksForPage(request)) fail('route_not_found')
  const { type, bytes, version } = file ?? docs.lost()
  reply.header('content-security-policy', POLICY).type(type)
  if (file === undefined) return reply.code(404).header('cache-control', 'no-store').send(bytes)
  if (version === undefined) return reply.header('cache-control', FOREVER).send(bytes)
  return sendVersioned(reply, request, { bytes, version })
}

function asksForPage({ headers }: FastifyRequest): boolean {
  return new Map(readPreferences(headers.accept)).has('text/html')
}
