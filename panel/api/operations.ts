// Request and response types of each operation, derived from the contract. Types only: none of it is in the bundle.
import type { Static, TSchema } from 'typebox'
import type { ErrorDetail, Pagination } from '../../contract/common.ts'
import type { OPERATIONS } from '../../contract/operations.ts'
import type { ResponseShape } from '../../contract/responses.ts'

type Table = typeof OPERATIONS
export type OperationId = keyof Table

type InputOf<Id extends OperationId, Part extends 'params' | 'query' | 'body'> =
  Table[Id] extends Readonly<Record<Part, infer Schema extends TSchema>> ? Static<Schema> : never

/** Empty and undefined values are not sent. */
type AllOptional<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

type Query<Id extends OperationId> = [InputOf<Id, 'query'>] extends [never]
  ? { readonly query?: undefined }
  : { readonly query?: AllOptional<InputOf<Id, 'query'>> }
type Params<Id extends OperationId> = [InputOf<Id, 'params'>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: InputOf<Id, 'params'> }
type Body<Id extends OperationId> = [InputOf<Id, 'body'>] extends [never]
  ? { readonly body?: undefined }
  : undefined extends InputOf<Id, 'body'>
    ? { readonly body?: InputOf<Id, 'body'> }
    : { readonly body: InputOf<Id, 'body'> }

/** The body of an operation that takes a file. */
type FileOf<Id extends OperationId> = Table[Id] extends { readonly takes: unknown }
  ? { readonly file: File }
  : { readonly file?: undefined }

export type RequestOf<Id extends OperationId> = AnyRequest & Query<Id> & Params<Id> & Body<Id> & FileOf<Id>

/** The untyped request, for code that only passes it on. */
export interface AnyRequest {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly file?: File | undefined
  /** The ETag of the version that was read, `etagOf(…)`. If another version was saved since, the change is rejected. */
  readonly ifMatch?: string | undefined
}

export interface Listing<T> {
  readonly items: readonly T[]
  readonly pagination: Pagination
}

interface BodyByKind<T> {
  data: T
  bare: T
  written: T
  byStatus: T
  list: Listing<T>
  whole: T
  withWarnings: { readonly data: T; readonly warnings: readonly ErrorDetail[] }
}

type BodyOf<A extends ResponseShape> = A extends { readonly of: infer Schema extends TSchema }
  ? BodyByKind<Static<Schema>>[Extract<A['kind'], keyof BodyByKind<unknown>>]
  : never

export type ResponseOf<Id extends OperationId> = BodyOf<Table[Id]['response']>

/** The operations that return a list. */
export type ListId = {
  [Id in OperationId]: ResponseOf<Id> extends Listing<unknown> ? Id : never
}[OperationId]

/** One row of an operation that returns a list. */
export type Row<Id extends OperationId> = ResponseOf<Id> extends Listing<infer T> ? T : never
