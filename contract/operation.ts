// What the declaration of an operation says. Routes, OpenAPI, permissions and clients are all made from it.
import type { TSchema } from 'typebox'
import type { ResponseShape } from './answers.ts'
import type { AuditTopic } from './audit.ts'
import type { ErrorCode } from './errors.ts'
import { BODY_BYTES_USUAL, NO_BODY_BYTES_MAX } from './limits.ts'
import { isPermission, type Permission } from './permissions.ts'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for each of the params. */
  readonly path: string
  /**
   * The permission that its caller needs. `open` needs none; `limited` needs none and is rate-limited by address.
   * `person` is for anybody who is signed in, whatever their teams; `pending` for who has yet to give a second factor;
   * `operator` for who runs the installation.
   */
  readonly access: Permission | 'open' | 'limited' | 'person' | 'pending' | 'operator'
  /** What a part of it needs besides: a field that is masked without, or a wish in the query that is refused. */
  readonly partly?: Permission
  /** Where the documentation shows it; what has none is not documented. */
  readonly tag?: string
  readonly summary?: string
  readonly description?: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Where its body may be longer, or must be shorter, than most. */
  readonly bodyBytesMax?: number
  /** 200 if left out. */
  readonly status?: 200 | 201
  readonly answer: ResponseShape
  /** What it can fail with, besides what every operation of its kind can. */
  readonly errors?: readonly ErrorCode[]
  /**
   * What it changes that the audit log must tell: with access and settings each request leaves an entry. Records are
   * what an agency keeps for itself, and an entry tells which fields changed, not what they say.
   */
  readonly audit?: AuditTopic
  /** Counts against the limit of searches too. It changes nothing, and no Idempotency-Key remembers its answer. */
  readonly isSearch?: true
  /** How many searches a body counts as. */
  readonly searchCost?: (body: unknown) => number
  /** Answers with a secret that is shown once: under an Idempotency-Key it is remembered for the calling key alone. */
  readonly givesSecret?: true
  /** How many requests its query, as it was written, counts as besides. */
  readonly queryCost?: (query: unknown) => number
  /** Is done however much its team has stored: it ends what was begun, or keeps the team safe. */
  readonly evenWhenFull?: true
  /** Its body is a file of one of these media types; its function gets the bytes. */
  readonly takes?: readonly string[]
  /** A form of a page sends its body: `application/x-www-form-urlencoded`, beside JSON. */
  readonly sentByForm?: true
  /** The header that proves who sent it; its function gets that and the bytes as they came. */
  readonly signedIn?: string
  /** Names in it are told in the language that Accept-Language wishes. */
  readonly inLanguages?: true
  /** People open it in a browser: what it refuses is a page too, unless the caller asks for JSON. */
  readonly forPeople?: true
  /** Begins or ends sessions: its function is told of the browser, and gives it a cookie or takes it away. */
  readonly forBrowser?: true
  /** Its answer waits for what follows from it, as long as `Prefer: wait` says. */
  readonly waits?: true
  /** For test mode alone: live time and live receivers are real. */
  readonly testModeOnly?: true
  /** For live mode alone: it changes the team itself or what its real clients see, and a test key must not. */
  readonly liveModeOnly?: true
  /**
   * The fields that make up the version of what it is about. Its answer carries their hash as `ETag`; a change takes
   * `If-Match` and compares it with the version that the GET of the same address would answer.
   */
  readonly version?: TSchema
  /** Has no HEAD route, which would do all of the work and send none of the result. */
  readonly withoutHead?: true
}

export type Operations = Readonly<Record<string, Operation>>

export type Open = { readonly access: 'open' | 'limited' }

export function isOpen(operation: Operation): operation is Operation & Open {
  return operation.access === 'open' || operation.access === 'limited'
}

const PERSONAL: ReadonlySet<string> = new Set<Personal['access']>(['person', 'pending', 'operator'])

export type Personal = { readonly access: 'person' | 'pending' | 'operator' }

/** About a person and not about a team: keys cannot call it. */
export function isPersonal(operation: Operation): operation is Operation & Personal {
  return PERSONAL.has(operation.access)
}

/** What its caller must be allowed to do, where it is about a team. */
export function permissionOf({ access }: Operation): Permission | null {
  return isPermission(access) ? access : null
}

/** Whether it goes through a transaction of its caller's, and takes an Idempotency-Key. */
export type Changes<O extends Operation> = O extends Open | Personal
  ? false
  : O extends { readonly method: 'GET' } | { readonly isSearch: true }
    ? false
    : true

export function isChange(operation: Operation): boolean {
  return (
    !isOpen(operation) && !isPersonal(operation) && operation.method !== 'GET' && operation.isSearch !== true
  )
}

/** Whether it may be asked for on the condition that nothing changed since it was read. */
export function isConditional(operation: Operation): boolean {
  return operation.version !== undefined && isChange(operation) && operation.method !== 'POST'
}

/** Whether it tells of fields that it does not know: what of the API changes something, of a team or of a person. */
export function tellsUnknownFields(operation: Operation): boolean {
  const { method, path, isSearch } = operation
  return isChange(operation) || (method !== 'GET' && isSearch !== true && path.startsWith('/api/'))
}

const ENVELOPED: ReadonlySet<string> = new Set(['data', 'list', 'whole', 'withWarnings'])

/** Whether it tells of query parameters that it does not know: reads of the API that have an envelope. */
export function tellsUnknownParameters({ method, path, answer }: Operation): boolean {
  return method === 'GET' && path.startsWith('/api/') && ENVELOPED.has(answer.kind)
}

/** Whether the database grows by it: refused to a team that has stored too much. */
export function isGrowing(operation: Operation): boolean {
  return isChange(operation) && operation.method !== 'DELETE' && operation.evenWhenFull !== true
}

const FILE_COST = 10

/** How many requests it counts as: a file takes much more than anything else. */
export function costOf({ answer }: Operation): number {
  return answer.kind === 'file' ? FILE_COST : 1
}

/** How long its body may be. What takes none is sent an empty object by some. */
export function bodyBytesMaxOf({ body, bodyBytesMax }: Operation): number {
  return bodyBytesMax ?? (body === undefined ? NO_BODY_BYTES_MAX : BODY_BYTES_USUAL)
}

const ANY: readonly ErrorCode[] = ['invalid_request_parameters', 'internal_error', 'service_unavailable']
const ANY_LIMITED: readonly ErrorCode[] = ['rate_limit_exceeded', ...ANY]
const ANY_BY_PERSON: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'cross_site_request',
  ...ANY_LIMITED,
]
const ANY_WITH_CALLER: readonly ErrorCode[] = [
  'team_required',
  'team_not_found',
  'mode_required',
  ...ANY_BY_PERSON,
]
const ANY_BODY: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type']
const ANY_WITH_BODY: readonly ErrorCode[] = [...ANY_WITH_CALLER, ...ANY_BODY]
const ANY_CHANGE: readonly ErrorCode[] = [
  ...ANY_WITH_BODY,
  'idempotency_key_reused',
  'idempotency_quota_exceeded',
  'request_in_progress',
]

/** Everything an operation can fail with. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const { access, method, errors = [] } = operation
  const ofBody = method === 'GET' ? [] : ANY_BODY
  if (access === 'open') return [...ANY, ...ofBody, ...errors]
  if (access === 'limited') return [...ANY_LIMITED, ...ofBody, ...errors]
  if (isPersonal(operation)) return [...ANY_BY_PERSON, ...ofBody, ...errors]
  if (isChange(operation)) {
    const full = isGrowing(operation) ? (['storage_quota_exceeded'] as const) : []
    const stale = isConditional(operation) ? (['precondition_failed'] as const) : []
    return [...ANY_CHANGE, ...full, ...stale, ...errors]
  }
  return [...(operation.isSearch ? ANY_WITH_BODY : ANY_WITH_CALLER), ...errors]
}

/** What a key can call, and the SDK has: of what needs no permission, what is documented and not for people. */
export function isForKeys(operation: Operation): boolean {
  // A site speaks a protocol of its own, which has clients of its own.
  if (isPersonal(operation) || operation.answer.kind === 'site') return false
  return !isOpen(operation) || (operation.access === 'open' && operation.tag !== undefined)
}
