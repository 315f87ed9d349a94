// Sends a page that people read, with the policy that it was made for.
import type { FastifyReply } from 'fastify'
import type { HtmlPage } from '../../render/pages/page.ts'

export function sendPage(reply: FastifyReply, { html, policy, isFramed }: HtmlPage): FastifyReply {
  if (isFramed) reply.header('x-frame-options', 'SAMEORIGIN')
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}
