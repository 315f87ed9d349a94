// Types of the functions bound to operations: what each one receives and returns, derived from its declaration.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Warned } from '../../contract/common.ts'
import type { Changes, Open, Operation, Operations, Personal } from '../../contract/operation.ts'
import type { OPERATIONS } from '../../contract/operations.ts'
import type { ResponseShape } from '../../contract/responses.ts'
import type { Reader } from '../kernel/db/reader.ts'
import type { Actor } from '../kernel/outbox/audit.ts'
import type { Scope } from '../kernel/outbox/transaction.ts'
import type { Owner } from '../kernel/values/owner.ts'
import type { Listing, Page } from '../kernel/values/pages.ts'
import type { Language } from './flights/reference/geography.ts'
import type { SignedIn, WholeBrowser } from './people/sessions.ts'
import type { Caller } from './teams/caller.ts'

/** One function for each operation of a table. A missing or an additional function does not compile. */
export type Bindings<Table extends Operations> = { readonly [Id in keyof Table]: Bound<Table[Id]> }

// Method syntax keeps parameters bivariant, so one list of `Run` can hold the functions of all operations.
type Bound<O extends Operation> = {
  run(context: ContextOf<O>): ResultOf<O['response']> | Promise<ResultOf<O['response']>>
}['run']

/** Checks that the address leads to something before the body is read; fails otherwise. */
export type RouteGuard = (params: unknown, headers: IncomingHttpHeaders) => Promise<void>
export type RouteGuards = { readonly [Id in keyof typeof OPERATIONS]?: RouteGuard }

/** Any bound function, whatever its operation. */
export type Run = { run(context: Context): unknown }['run']

export interface Context
  extends Partial<
    WithCaller &
      WithReader &
      WithPerson &
      WithBrowser &
      WithScope &
      WithWait &
      WithPage &
      WithApp &
      WithSignature &
      WithHeaders &
      WithAddress &
      WithNamesLanguage &
      WithRequest &
      WithFile
  > {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

interface WithCaller {
  readonly caller: Caller
  readonly owner: Owner
  /** What people read in the response: the language that the request names, or else that of the team. */
  readonly language: Language
}
/** An operation on a versioned object reads it again inside the transaction that changes it. */
interface WithReader {
  readonly db: Reader
}
/** A signed-in person, acting for no team. */
interface WithPerson {
  readonly person: SignedIn
  /** The same person as the actor of the installation's audit log. */
  readonly by: Actor
}
interface WithBrowser {
  readonly browser: WholeBrowser
}
interface WithScope {
  readonly scope: Scope
}
interface WithWait {
  /** How long the caller waits for the outcome; 0 if the request does not ask to wait. */
  readonly waitMs: number
}
interface WithPage {
  readonly page: Page
}
/** The signature covers the bytes as they arrived. */
interface WithSignature {
  readonly signed: { readonly signature: string | undefined; readonly raw: Buffer }
}
/** In lower case. */
interface WithHeaders {
  readonly headers: IncomingHttpHeaders
}
interface WithAddress {
  readonly address: string
}
/** The body as a file; empty if the request has none. */
interface WithFile {
  readonly file: Buffer
  /** Its media type as the caller names it. */
  readonly fileType: string
}
/** Of names in the response: as Accept-Language says, whatever the language of the team. */
interface WithNamesLanguage {
  readonly namesLanguage: Language
}
/** The request of a stream: the caller is authenticated again while the stream is open. */
interface WithRequest {
  readonly request: FastifyRequest
}
interface WithApp {
  readonly app: FastifyInstance
}

type ContextOf<O extends Operation> = Sent<O, 'params'> &
  Sent<O, 'query'> &
  Sent<O, 'body'> &
  (O extends Open ? unknown : O extends Personal ? WithPerson : WithCaller) &
  (O extends VersionedGet ? WithReader : unknown) &
  (O extends { readonly forBrowser: true } ? WithBrowser : unknown) &
  (O extends { readonly signatureHeader: string } ? WithSignature : unknown) &
  (O extends { readonly withHeaders: true } ? WithHeaders : unknown) &
  (O extends { readonly withAddress: true } ? WithAddress : unknown) &
  (O extends { readonly takes: readonly string[] } ? WithFile : unknown) &
  (O extends { readonly inLanguages: true } ? WithNamesLanguage : unknown) &
  (Changes<O> extends true ? WithScope : unknown) &
  (O extends { readonly waits: true } ? WithWait : unknown) &
  (O['response']['kind'] extends 'list' | 'whole' ? WithPage : unknown) &
  (O['response']['kind'] extends 'site' ? WithApp : unknown) &
  (O['response']['kind'] extends 'stream' ? WithRequest : unknown)

type VersionedGet = { readonly method: 'GET'; readonly version: TSchema }

/** The names of those reads of a table whose responses have a version. */
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
  file: {
    readonly name: string
    readonly content: string | Buffer | AsyncIterable<string>
    /** The Content-Security-Policy of a script that browsers run apart from pages. */
    readonly policy?: string
  }
  image: { readonly content: string | Buffer }
  page: { readonly html: string; readonly policy: string }
  redirect: { readonly to: string }
  site: unknown
  stream: { readonly content: Readable }
}
