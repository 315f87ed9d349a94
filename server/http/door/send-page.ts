// Sends a page together with the policy it was drawn under, so that neither goes without the other.
import type { FastifyReply } from 'fastify'
import type { Page } from '../../paper/page/page.ts'

export function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}
