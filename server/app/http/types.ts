// The fields that the request pipeline adds to requests and routes, and the type of the app.
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import type { SignedIn } from '../../features/people/sessions.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { OpenSpan } from '../../kernel/process/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication with a key or a session in a team. */
    caller: Caller | undefined
    /** Set after authentication with a session, with or without a team. */
    signedIn: SignedIn | undefined
    rawBody: Buffer | undefined
    /** Set if requests are traced. */
    span: OpenSpan | undefined
    /** Replaces the usual text of `_meta.message` in this response. */
    metaMessage: string | undefined
  }
  interface FastifyContextConfig {
    /** The operation of the route, which decides about access. */
    operation?: Operation
    /** For routes that are always POST: names the read that this body makes, if it can be long. */
    readingOf?: (body: unknown) => string | undefined
    /** For such routes: the number of requests this body counts as; 1 if omitted. */
    bodyCost?: (body: unknown) => number
  }
}

export type App = FastifyInstance
