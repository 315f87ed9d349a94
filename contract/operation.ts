// The declaration of an operation. Routes, OpenAPI, permissions and clients are derived from it.
import type { TSchema } from 'typebox'
import type { AuditTopic } from './audit.ts'
import type { ErrorCode } from './errors.ts'
import { BODY_BYTES_USUAL, NO_BODY_BYTES_MAX } from './limits.ts'
import { isPermission, type Permission } from './permissions.ts'
import type { ResponseShape } from './responses.ts'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for each parameter. */
  readonly path: string
  /**
   * The required permission. `open` needs none; `limited` needs none and is rate-limited by address. `person`
   * is for signed-in people, `pending` before the second factor, `operator` for operators.
   */
  readonly access: Permission | 'open' | 'limited' | 'person' | 'pending' | 'operator'
  /**
   * Further permissions for a part: a field that is hidden without one, or an input that is refused.
   */
  readonly partly?: Permission | readonly Permission[]
  /** The section of the documentation; an operation without one is not documented. */
  readonly tag?: string
  readonly summary?: string
  readonly description?: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** The body limit, if it differs from the usual one. */
  readonly bodyBytesMax?: number
  /** 200 if omitted. */
  readonly status?: 200 | 201
  readonly response: ResponseShape
  /** Its own errors, besides the common ones. */
  readonly errors?: readonly ErrorCode[]
  /**
   * The audit topic. With access and settings each request leaves an entry. Entries of records name the
   * changed fields, not their values.
   */
  readonly audit?: AuditTopic
  /**
   * Counts against the limit of searches too. It changes nothing, and no Idempotency-Key remembers its
   * response.
   */
  readonly isSearch?: true
  /** How many searches a body counts as. */
  readonly searchCost?: (body: unknown) => number
  /**
   * Its response contains a secret that is shown once: under an Idempotency-Key it is remembered for the
   * calling key alone.
   */
  readonly givesSecret?: true
  /** How many additional requests its query counts as. */
  readonly queryCost?: (query: unknown) => number
  /** Allowed even if the team's storage is full: it completes earlier work, or keeps the team safe. */
  readonly evenWhenFull?: true
  /** The body is a file of one of these media types; the function gets the bytes. */
  readonly takes?: readonly string[]
  /** A page's form sends the body: `application/x-www-form-urlencoded`, besides JSON. */
  readonly sentByForm?: true
  /** The header with the sender's signature; the function gets it with the raw bytes. */
  readonly signatureHeader?: string
  /** The function gets the headers, in which a bank signs the body. */
  readonly withHeaders?: true
  /** The function gets the address of a caller without credentials, to limit what it does there. */
  readonly withAddress?: true
  /** Names are in the language of Accept-Language. */
  readonly inLanguages?: true
  /** People open it in a browser: errors are pages too, unless the client asks for JSON. */
  readonly forPeople?: true
  /** Starts or ends sessions: its function gets the browser's data, and sets or deletes the cookie. */
  readonly forBrowser?: true
  /** The response waits for later results, as long as `Prefer: wait` says. */
  readonly waits?: true
  /** For test mode only: live time and live receivers are real. */
  readonly testModeOnly?: true
  /** For live mode only: it changes the team or what its real clients see, and a test key must not. */
  readonly liveModeOnly?: true
  /**
   * The fields of the object's version. The response carries their hash as `ETag`; a change compares
   * `If-Match` with the version that a GET of the same address returns.
   */
  readonly version?: TSchema
  /** Has no HEAD route, which would do all the work without sending the result. */
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

/** The required permission, for operations of a team. */
export function permissionOf({ access }: Operation): Permission | null {
  return isPermission(access) ? access : null
}

/** The further permissions for parts of it. */
export function partPermissionsOf({ partly = [] }: Operation): readonly Permission[] {
  return typeof partly === 'string' ? [partly] : partly
}

/** Whether it runs in a transaction of its caller and takes an Idempotency-Key. */
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

/** Whether it takes Embarque-Version: everything of the API, but no pages. */
export function isVersioned(operation: Operation | undefined): boolean {
  return operation?.path.startsWith('/api/') ?? false
}

/** Whether it takes If-Match. */
export function isConditional(operation: Operation): boolean {
  return operation.version !== undefined && isChange(operation) && operation.method !== 'POST'
}

/** Whether it reports unknown fields: every change of a team or a person. */
export function reportsUnknownFields(operation: Operation): boolean {
  const { method, path, isSearch } = operation
  return isChange(operation) || (method !== 'GET' && isSearch !== true && path.startsWith('/api/'))
}

const ENVELOPED: ReadonlySet<string> = new Set(['data', 'list', 'whole', 'withWarnings'])

/** Whether warnings name unknown query parameters: for reads of the API that respond with an envelope. */
export function reportsUnknownParameters({ method, path, response }: Operation): boolean {
  return method === 'GET' && path.startsWith('/api/') && ENVELOPED.has(response.kind)
}

/** Whether the database grows by it: refused if the team's storage is full. */
export function isGrowing(operation: Operation): boolean {
  return isChange(operation) && operation.method !== 'DELETE' && operation.evenWhenFull !== true
}

const FILE_COST = 10

/** How many requests it counts as: a file costs much more than others. */
export function costOf({ response }: Operation): number {
  return response.kind === 'file' ? FILE_COST : 1
}

/** The body limit. Some clients send an empty object to operations without a body. */
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

/** All errors of an operation. */
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

/**
 * Whether keys can call it and the SDK has it: without a permission, only documented operations that are not
 * for people.
 */
export function isForKeys(operation: Operation): boolean {
  // A site has its own protocol and clients.
  if (isPersonal(operation) || operation.response.kind === 'site') return false
  return !isOpen(operation) || (operation.access === 'open' && operation.tag !== undefined)
}
