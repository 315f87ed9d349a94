// Types of the functions bound to operations: what each one receives and returns, derived from its declaration.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ResponseShape } from '../../contract/answers.ts'
import type { Warned } from '../../contract/common.ts'
import type { Changes, Open, Operation, Operations, Personal } from '../../contract/operation.ts'
import type { OPERATIONS } from '../../contract/operations.ts'
import type { Reader } from '../kernel/db/reader.ts'
import type { Actor } from '../kernel/outbox/audit.ts'
import type { Owner, Scope } from '../kernel/outbox/transaction.ts'
import type { Listing, Page } from '../kernel/values/pages.ts'
import type { Language } from './flights/reference/geography.ts'
import type { SignedIn, WholeBrowser } from './people/sessions.ts'
import type { Caller } from './teams/caller.ts'

/** One function for each operation of a table. A missing or an additional function does not compile. */
export type Bindings<Table extends Operations> = { readonly [Id in keyof Table]: Bound<Table[Id]> }

// Method syntax keeps parameters bivariant, so one list of `Run` can hold the functions of all operations.
type Bound<O extends Operation> = {
  run(context: ContextOf<O>): ResultOf<O['answer']> | Promise<ResultOf<O['answer']>>
}['run']

/** Checks that the address leads to something before the body is read; fails otherwise. */
export type RouteGuard = (params: unknown, headers: IncomingHttpHeaders) => Promise<void>
export type RouteGuards = { readonly [Id in keyof typeof OPERATIONS]?: RouteGuard }

/** Any bound function, whatever its operation. */
export type Run = { run(context: Context): unknown }['run']

export interface Context
  extends Partial<
    Known &
      Versioned &
      Signed &
      Browsed &
      Changing &
      Waiting &
      Paged &
      Sited &
      Proven &
      Spoken &
      Heard &
      Filed
  > {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

interface Known {
  readonly caller: Caller
  readonly owner: Owner
  /** What people read in the answer: the language that the request names, or else that of the team. */
  readonly reader: Language
}
/** An operation on a versioned object reads it again inside the transaction that changes it. */
interface Versioned {
  readonly db: Reader
}
/** A signed-in person, acting for no team. */
interface Signed {
  readonly person: SignedIn
  /** The same person as the actor of the installation's audit log. */
  readonly by: Actor
}
interface Browsed {
  readonly browser: WholeBrowser
}
interface Changing {
  readonly scope: Scope
}
interface Waiting {
  /** How long the caller waits for the outcome; 0 if the request does not ask to wait. */
  readonly waitMs: number
}
interface Paged {
  readonly page: Page
}
/** The signature covers the bytes as they arrived. */
interface Proven {
  readonly signed: { readonly signature: string | undefined; readonly raw: Buffer }
}
/** The body as a file; empty if the request has none. */
interface Filed {
  readonly file: Buffer
}
interface Spoken {
  readonly language: Language
}
/** The request of a stream: the caller is authenticated again while the stream is open. */
interface Heard {
  readonly request: FastifyRequest
}
interface Sited {
  readonly app: FastifyInstance
}

type ContextOf<O extends Operation> = Sent<O, 'params'> &
  Sent<O, 'query'> &
  Sent<O, 'body'> &
  (O extends Open ? unknown : O extends Personal ? Signed : Known) &
  (O extends VersionedGet ? Versioned : unknown) &
  (O extends { readonly forBrowser: true } ? Browsed : unknown) &
  (O extends { readonly signedIn: string } ? Proven : unknown) &
  (O extends { readonly takes: readonly string[] } ? Filed : unknown) &
  (O extends { readonly inLanguages: true } ? Spoken : unknown) &
  (Changes<O> extends true ? Changing : unknown) &
  (O extends { readonly waits: true } ? Waiting : unknown) &
  (O['answer']['kind'] extends 'list' | 'whole' ? Paged : unknown) &
  (O['answer']['kind'] extends 'site' ? Sited : unknown) &
  (O['answer']['kind'] extends 'stream' ? Heard : unknown)

type VersionedGet = { readonly method: 'GET'; readonly version: TSchema }

/** The names of those reads of a table whose answers have a version. */
export type VersionedRead<Table extends Operations> = {
  [Id in keyof Table]: Table[Id] extends VersionedGet ? Id : never
}[keyof Table]

type Sent<O extends Operation, Part extends 'params' | 'query' | 'body'> =
  O extends Readonly<Record<Part, infer Schema extends TSchema>>
    ? Readonly<Record<Part, Static<Schema>>>
    : unknown

type ResultOf<A extends ResponseShape> = Results<
  A extends { readonly of: infer Schema extends TSchema } ? Static<Schema> : unknown
>[A['kind']]

/** The result type of each kind of response, whose schema describes `T`. */
export interface Results<T> {
  data: T
  bare: T
  list: Listing<T>
  whole: Listing<T extends readonly (infer Item)[] ? Item : never>
  withWarnings: Warned<T>
  written: { readonly content: Buffer; readonly version?: string }
  byStatus: { readonly status: number; readonly body: T }
  file: { readonly name: string; readonly content: string | Buffer | AsyncIterable<string> }
  image: { readonly content: string | Buffer }
  page: { readonly html: string; readonly policy: string }
  redirect: { readonly to: string }
  site: unknown
  stream: { readonly content: Readable }
}
