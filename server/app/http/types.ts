// What a request carries on its way through the front door, and the app's type.
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import type { SignedIn } from '../../features/people/sessions.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { OpenSpan } from '../../kernel/process/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller was recognised. */
    caller: Caller | undefined
    /** Set once a person was recognised, whether it is about one of their teams or not. */
    signedIn: SignedIn | undefined
    rawBody: Buffer | undefined
    /** Where requests are traced. */
    span: OpenSpan | undefined
    /** Replaces the usual text of `_meta.message` in this answer. */
    metaMessage: string | undefined
  }
  interface FastifyContextConfig {
    /** What the route is for; the front door lets in by it. */
    operation?: Operation
    /** Of a route that is POST to whatever it does: what is only read by this body, and counts where it is long. */
    readingOf?: (body: unknown) => string | undefined
    /** Of such a route: as how many requests this body counts; 1 if left out. */
    bodyCost?: (body: unknown) => number
  }
}

export type App = FastifyInstance
