// What a function bound to an operation is given and what it returns, both read from the operation's declaration.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ResponseShape } from '../../contract/answers.ts'
import type { Warned } from '../../contract/common.ts'
import type { Changes, Open, Operation, Operations, Personal } from '../../contract/operation.ts'
import type { OPERATIONS } from '../../contract/operations.ts'
import type { Actor } from '../kernel/outbox/audit.ts'
import type { Owner, Scope } from '../kernel/outbox/transaction.ts'
import type { Listing, Page } from '../kernel/values/pages.ts'
import type { Language } from './flights/reference/geography.ts'
import type { SignedIn, WholeBrowser } from './people/sessions.ts'
import type { Caller } from './teams/caller.ts'

/** One function for each operation of a table: one that is missing, or not in the table, does not compile. */
export type Bindings<Table extends Operations> = { readonly [Id in keyof Table]: Bound<Table[Id]> }

// Methods, not arrows: those of all operations can then be in one list of `Run`.
type Bound<O extends Operation> = {
  run(context: ContextOf<O>): ResultOf<O['answer']> | Promise<ResultOf<O['answer']>>
}['run']

/** Checks before a body is read that the address leads somewhere, and fails otherwise. */
export type RouteGuard = (params: unknown, headers: IncomingHttpHeaders) => Promise<void>
export type RouteGuards = { readonly [Id in keyof typeof OPERATIONS]?: RouteGuard }

/** Any bound function, where it does not matter to which operation. */
export type Run = { run(context: Context): unknown }['run']

export interface Context
  extends Partial<
    Known & Signed & Browsed & Changing & Waiting & Paged & Sited & Proven & Spoken & Heard & Filed
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
/** Somebody who is signed in, for none of their teams. */
interface Signed {
  readonly person: SignedIn
  /** The same for the audit log of the installation. */
  readonly by: Actor
}
interface Browsed {
  readonly browser: WholeBrowser
}
interface Changing {
  readonly scope: Scope
}
interface Waiting {
  /** How long its caller would wait for what follows; 0 where it did not say. */
  readonly waitMs: number
}
interface Paged {
  readonly page: Page
}
/** What is signed is the bytes as they came. */
interface Proven {
  readonly signed: { readonly signature: string | undefined; readonly raw: Buffer }
}
/** The file that is its body; empty where none came. */
interface Filed {
  readonly file: Buffer
}
interface Spoken {
  readonly language: Language
}
/** Who asks is asked again as long as the answer goes on. */
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
  (O extends { readonly forBrowser: true } ? Browsed : unknown) &
  (O extends { readonly signedIn: string } ? Proven : unknown) &
  (O extends { readonly takes: readonly string[] } ? Filed : unknown) &
  (O extends { readonly inLanguages: true } ? Spoken : unknown) &
  (Changes<O> extends true ? Changing : unknown) &
  (O extends { readonly waits: true } ? Waiting : unknown) &
  (O['answer']['kind'] extends 'list' ? Paged : unknown) &
  (O['answer']['kind'] extends 'site' ? Sited : unknown) &
  (O['answer']['kind'] extends 'stream' ? Heard : unknown)

type Sent<O extends Operation, Part extends 'params' | 'query' | 'body'> =
  O extends Readonly<Record<Part, infer Schema extends TSchema>>
    ? Readonly<Record<Part, Static<Schema>>>
    : unknown

type ResultOf<A extends ResponseShape> = Results<
  A extends { readonly of: infer Schema extends TSchema } ? Static<Schema> : unknown
>[A['kind']]

/** What is returned for each kind of answer whose schema says `T`. */
export interface Results<T> {
  data: T
  bare: T
  list: Listing<T>
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
