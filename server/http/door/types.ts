// What a request carries on its way through the front door, and the app's type.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Caller } from '../../teams/callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key was recognised. */
    caller: Caller | undefined
    rawBody: Buffer | undefined
    /** Replaces the usual text of `_meta.message` in this answer. */
    metaMessage: string | undefined
  }
  interface FastifyContextConfig {
    /** Answers without a key. */
    open?: boolean
    /** Open, and counted by address. */
    counted?: boolean
    /** Counts against the search limit too. */
    search?: boolean
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
