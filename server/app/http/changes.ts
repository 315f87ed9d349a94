// Runs a writing operation. With an Idempotency-Key the work runs once and every repeat gets the same bytes.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from '../../../contract/limits.ts'
import { partPermissionsOf } from '../../../contract/operation.ts'
import { type FieldIssue, issueWith } from '../../../contract/phrases/issues.ts'
import { mayDoEverything } from '../../features/teams/caller.ts'
import { countStored, refuseFullStorage } from '../../features/teams/storage-quota.ts'
import { scopeOf, type World } from '../../features/world.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'
import {
  type Claim,
  ClaimTaken,
  findResponse,
  isInProgress,
  type RenderedResponse,
  type Reply,
  rememberRefusal,
  storedResponse,
} from '../../kernel/outbox/idempotency.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { detailsFor, Fail, fail, failField, isRemembered } from '../../kernel/values/fail.ts'
import { knownCaller } from './actor.ts'
import { errorBody } from './errors.ts'
import { readerLanguage } from './negotiation.ts'
import { countRemembered, refuseFullMemory } from './rate-limits.ts'
import { rememberedWith, withMeta, withWarnings } from './responses.ts'
import { setEtag } from './versions.ts'

/** A request that changes something, and how its result is sent. */
interface Change {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly work: (scope: Scope) => Promise<unknown>
  /** Of the response, if the work succeeds. */
  readonly status: number
  readonly body: (result: unknown) => object
  /** Warnings about the input, whatever the outcome. */
  readonly warnings?: readonly FieldIssue[]
  /** The actor in the audit log. */
  readonly by?: Actor
  /** The number of input bytes that are stored; undefined if the database does not grow. */
  readonly growsBy?: number | undefined
  /** Checked inside the work's transaction. */
  readonly precondition?: Scope['precondition']
  /** Computes the version of the response body. */
  readonly etagOf?: ((body: object) => string) | undefined
  /** Headers of the original response, not of a repeat. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What the transactions of a request have reported. */
interface Course {
  isClaimed: boolean
  given: { result: unknown; response: RenderedResponse | undefined }[]
}

/**
 * Responds with the result of `work`. It must be the result of its last transaction, which stores the
 * response; work of several transactions passes each its scope by `stepsOf`.
 */
export async function change(world: World, asked: Change): Promise<FastifyReply> {
  const { request, reply, work, status, body: bare, warnings = [] } = asked
  const { by, growsBy, precondition, etagOf, headers = {} } = asked
  const key = readKey(request)
  const { owner } = knownCaller(request)
  const body = (result: unknown) => withWarnings(bare(result), warnings)
  const scope = { ...(await scopeOf(world, owner)), by, precondition }
  const begin = async (begun: Scope) => {
    if (growsBy === undefined) return work(begun)
    await refuseFullStorage(world, owner)
    const result = await work(begun)
    countStored(world, owner, growsBy)
    return result
  }
  const course: Course = { isClaimed: false, given: [] }
  const waiting: Reply = {
    key: key ?? null,
    language: readerLanguage(request),
    render: (result) => responseOf(request, status, body(result)),
    renderFailure: (failure) => responseOf(request, failure.status, errorBody(world, request, failure)),
    given: (result, response) => void course.given.push({ result, response }),
  }
  if (key === undefined) {
    const result = await begin({ ...scope, reply: waiting })
    refuseOther(request, course, result)
    const response = body(result)
    setEtag(reply, etagOf?.(response))
    return reply.code(status).headers(headers).send(response)
  }
  const claims: Claim = {
    key,
    requestHash: hashOf(request),
    taken() {
      course.isClaimed = true
    },
  }
  const { response: remembered, replayed } = await respondOnce(world, {
    request,
    scope: { ...scope, claims, reply: waiting },
    course,
    work: begin,
  })
  const response = rememberedWith(remembered, detailsFor(readerLanguage(request), warnings))
  if (etagOf !== undefined && response.status < 300) setEtag(reply, etagOf(JSON.parse(response.body)))
  reply.headers(replayed ? { 'idempotent-replayed': 'true' } : headers)
  return reply.code(response.status).type('application/json; charset=utf-8').send(response.body)
}

async function respondOnce(
  world: World,
  {
    request,
    scope,
    course,
    work,
  }: {
    readonly request: FastifyRequest
    readonly scope: Scope & { claims: Claim; reply: Reply }
    readonly course: Course
    readonly work: (scope: Scope) => Promise<unknown>
  },
): Promise<{ response: RenderedResponse; replayed: boolean }> {
  const { owner, claims, reply } = scope
  // A remembered response is sent without repeating calls to other systems, such as a webhook receiver.
  const before = await findResponse(world.pool, world, owner, claims)
  if (before !== undefined) return { response: before, replayed: true }
  await refuseFullMemory(world, owner)
  const firstResponse = () => storedResponse(world.pool, world, owner, claims)
  try {
    const result = await work(scope)
    const [given] = course.given
    if (given === undefined) throw new Error(`${request.method} ${request.url} did not store its answer`)
    refuseOther(request, course, result)
    // The first stored response counts, so that every repeat gets the same bytes.
    const response = given.response ?? (await firstResponse())
    countRemembered(world, owner, response.body)
    return { response, replayed: false }
  } catch (error) {
    if (error instanceof ClaimTaken) return { response: await firstResponse(), replayed: true }
    // Whatever error a repeat meets, the request that holds the key is still running.
    if (!course.isClaimed && (await isInProgress(world.pool, owner, claims)))
      fail('request_in_progress', { retryAfterSeconds: 1 })
    if (!(error instanceof Fail && isRemembered(error))) throw error
    const refusal = reply.renderFailure(error)
    const response = await rememberRefusal(world.pool, world, {
      owner,
      claim: claims,
      refusal,
      isClaimed: course.isClaimed,
    })
    countRemembered(world, owner, response.body)
    return { response, replayed: response.body !== refusal.body }
  }
}

/** A bug of ours: the response remembered for the key would differ from the response that is sent. */
function refuseOther({ method, url }: FastifyRequest, { given }: Course, returned: unknown): void {
  if (given.length > 1) throw new Error(`${method} ${url} answered ${given.length} times`)
  if (given.some(({ result }) => result !== returned))
    throw new Error(`${method} ${url} returned something else than its last transaction answered`)
}

function responseOf(request: FastifyRequest, status: number, body: object): RenderedResponse {
  return { status, body: JSON.stringify(withMeta(request, body)) }
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length <= IDEMPOTENCY_KEY_CHARACTERS_MAX && /^[\x21-\x7e]+$/.test(key))
    return key
  failField(
    'Idempotency-Key',
    issueWith('must be 1 to {count} printable ASCII characters without spaces', {
      count: IDEMPOTENCY_KEY_CHARACTERS_MAX,
    }),
  )
}

/**
 * People, whatever their role becomes, and keys with restricted permissions only get responses remembered for
 * themselves, as long as the same parts are hidden from them. A secret is never repeated to another caller, whose key
 * may outlive this one.
 */
function hashOf(request: FastifyRequest): Buffer {
  const { permissions, via } = knownCaller(request)
  const { operation } = request.routeOptions.config
  const isBound = via.kind === 'person' || !mayDoEverything(permissions) || operation?.givesSecret === true
  const hidden =
    operation === undefined ? [] : partPermissionsOf(operation).filter((one) => !permissions.has(one))
  const whose = isBound ? `${[via.id, ...hidden].join(' ')}\n` : ''
  const hash = createHash('sha256').update(`${request.method}\n${request.url}\n${whose}`)
  return hash.update(request.rawBody ?? '').digest()
}
