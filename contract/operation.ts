// What the declaration of an operation says. Routes, OpenAPI, permissions and clients are all made from it.
import type { TSchema } from 'typebox'
import type { AnswerShape } from './answers.ts'
import type { AuditTopic } from './audit.ts'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for each of the params. */
  readonly path: string
  /** The permission that its caller needs. `open` needs none; `limited` needs none and is rate-limited by address. */
  readonly access: Permission | 'open' | 'limited'
  /** Where the documentation shows it; what has none is not documented. */
  readonly tag?: string
  readonly summary?: string
  readonly description?: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** 200 if left out. */
  readonly status?: 200 | 201
  readonly answer: AnswerShape
  /** What it can fail with, besides what every operation of its kind can. */
  readonly errors?: readonly ErrorCode[]
  /** What it changes that the audit log must tell: with access and settings each request leaves an entry. */
  readonly audit?: AuditTopic
  /** Counts against the limit of searches too. */
  readonly isSearch?: true
  /** For test mode alone: live time and live receivers are real. */
  readonly testModeOnly?: true
  /** Has no HEAD route, which would do all of the work and send none of the result. */
  readonly withoutHead?: true
}

export type Operations = Readonly<Record<string, Operation>>

export type Open = { readonly access: 'open' | 'limited' }

export function isOpen(operation: Operation): operation is Operation & Open {
  return operation.access === 'open' || operation.access === 'limited'
}

/** Whether it goes through a transaction of its caller's, and takes an Idempotency-Key. */
export type Changes<O extends Operation> = O extends Open
  ? false
  : O extends { readonly method: 'GET' }
    ? false
    : true

export function isChange(operation: Operation): boolean {
  return !isOpen(operation) && operation.method !== 'GET'
}

const ANY: readonly ErrorCode[] = ['invalid_request_parameters', 'internal_error', 'service_unavailable']
const ANY_LIMITED: readonly ErrorCode[] = ['rate_limit_exceeded', ...ANY]
const ANY_WITH_CALLER: readonly ErrorCode[] = ['unauthorized', ...ANY_LIMITED]
const ANY_CHANGE: readonly ErrorCode[] = [
  ...ANY_WITH_CALLER,
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'request_in_progress',
]

/** Everything an operation can fail with. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const { access, errors = [] } = operation
  if (access === 'open') return [...ANY, ...errors]
  if (access === 'limited') return [...ANY_LIMITED, ...errors]
  return [...(isChange(operation) ? ANY_CHANGE : ANY_WITH_CALLER), ...errors]
}
