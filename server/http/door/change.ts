// How a writing route runs: with an Idempotency-Key the work is done once and every copy gets the same bytes.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from '../../../contract/limits.ts'
import { Fail, fail, failField, isRemembered } from '../../base/values/fail.ts'
import {
  type Answer,
  type Claim,
  ClaimTaken,
  isUnanswered,
  peekAnswer,
  rememberRefusal,
  storedAnswer,
} from '../../outbox/idempotency.ts'
import type { Scope } from '../../outbox/transaction.ts'
import { scopeOf, type World } from '../../world.ts'
import { enveloped, withMeta } from './envelope.ts'
import { errorBody } from './errors.ts'
import { ownerOf } from './front-door.ts'

interface ChangeOptions<T> {
  status?: number
  /** The body around the result; the envelope unless the contract says otherwise. */
  body?: (result: T) => object
}

/** `work` must run in one transaction of the scope it is given, or say `answerLater` in its first. */
export async function change<T>(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (scope: Scope) => Promise<T>,
  { status = 200, body = enveloped }: ChangeOptions<T> = {},
): Promise<FastifyReply> {
  const key = readKey(request)
  const scope = await scopeOf(world, ownerOf(request))
  if (key === undefined) return reply.code(status).send(body(await work(scope)))

  const render = (result: unknown) => ({ status, body: JSON.stringify(withMeta(request, body(result as T))) })
  const renderFailure = (failure: Fail) => ({
    status: failure.status,
    body: JSON.stringify(withMeta(request, errorBody(request, failure))),
  })
  const claim: Claim = { key, requestHash: hashOf(request), render, renderFailure, state: 'new' }
  const { answer, replayed } = await answerOnce(world, request, { ...scope, claim }, claim, work)
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
}

async function answerOnce<T>(
  world: World,
  request: FastifyRequest,
  scope: Scope,
  claim: Claim,
  work: (scope: Scope) => Promise<T>,
): Promise<{ answer: Answer; replayed: boolean }> {
  // What was answered before is answered again without asking anybody, the receiver of a webhook say, once more.
  const before = await peekAnswer(world.pool, world, scope.owner, claim)
  if (before !== undefined) return { answer: before, replayed: true }
  try {
    await work(scope)
    if (claim.answer === undefined)
      throw new Error(`${request.method} ${request.url} did not store its answer`)
    return { answer: claim.answer, replayed: false }
  } catch (error) {
    if (error instanceof ClaimTaken)
      return { answer: await storedAnswer(world.pool, world, scope.owner, claim), replayed: true }
    // Whatever a copy runs into, the request that has the key is still at work.
    if (claim.state === 'new' && (await isUnanswered(world.pool, scope.owner, claim)))
      fail('request_in_progress', { retryAfterSeconds: 1 })
    if (!(error instanceof Fail && isRemembered(error))) throw error
    const refusal = claim.renderFailure(error)
    const answer = await rememberRefusal(world.pool, world, scope.owner, claim, refusal)
    return { answer, replayed: answer.body !== refusal.body }
  }
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length <= IDEMPOTENCY_KEY_CHARACTERS_MAX && /^[\x21-\x7e]+$/.test(key))
    return key
  failField(
    'Idempotency-Key',
    `must be 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} printable ASCII characters without spaces`,
  )
}

function hashOf(request: FastifyRequest): Buffer {
  const hash = createHash('sha256').update(`${request.method}\n${request.url}\n`)
  return hash.update(request.rawBody ?? '').digest()
}
