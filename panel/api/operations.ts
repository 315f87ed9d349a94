// What each operation is asked and answers, read from the contract's declarations. Types only: nothing of them is in
// the bundle.
import type { Static, TSchema } from 'typebox'
import type { ResponseShape } from '../../contract/answers.ts'
import type { ErrorDetail, Pagination } from '../../contract/common.ts'
import type { OPERATIONS } from '../../contract/operations.ts'

type Table = typeof OPERATIONS
export type OperationId = keyof Table

type Sent<Id extends OperationId, Part extends 'params' | 'query' | 'body'> =
  Table[Id] extends Readonly<Record<Part, infer Schema extends TSchema>> ? Static<Schema> : never

/** Each may be left out or undefined: what is empty is not sent. */
type Wishes<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

type Query<Id extends OperationId> = [Sent<Id, 'query'>] extends [never]
  ? { readonly query?: undefined }
  : { readonly query?: Wishes<Sent<Id, 'query'>> }
type Params<Id extends OperationId> = [Sent<Id, 'params'>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Sent<Id, 'params'> }
type Body<Id extends OperationId> = [Sent<Id, 'body'>] extends [never]
  ? { readonly body?: undefined }
  : undefined extends Sent<Id, 'body'>
    ? { readonly body?: Sent<Id, 'body'> }
    : { readonly body: Sent<Id, 'body'> }

/** Of an operation that takes bytes. */
type FileOf<Id extends OperationId> = Table[Id] extends { readonly takes: unknown }
  ? { readonly file: File }
  : { readonly file?: undefined }

export type Asked<Id extends OperationId> = AnyAsked & Query<Id> & Params<Id> & Body<Id> & FileOf<Id>

/** The same without its types, for whoever only passes it on. */
export interface AnyAsked {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly file?: File | undefined
  /** Of a change: the version that was read, `etagOf(…)`. If another was saved since, it is refused. */
  readonly ifMatch?: string | undefined
}

export interface Listing<T> {
  readonly items: readonly T[]
  readonly pagination: Pagination
}

interface Answers<T> {
  data: T
  bare: T
  written: T
  byStatus: T
  list: Listing<T>
  whole: T
  withWarnings: { readonly data: T; readonly warnings: readonly ErrorDetail[] }
}

type AnswerOf<A extends ResponseShape> = A extends { readonly of: infer Schema extends TSchema }
  ? Answers<Static<Schema>>[Extract<A['kind'], keyof Answers<unknown>>]
  : never

export type Answer<Id extends OperationId> = AnswerOf<Table[Id]['answer']>

/** One row of an operation that answers with a list. */
export type Row<Id extends OperationId> = Answer<Id> extends Listing<infer T> ? T : never
