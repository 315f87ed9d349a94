// Registers a route for each operation with its bound function. Decisions that depend only on the declaration
// are made once, at start.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageQuery } from '../../../contract/common.ts'
import {
  bodyBytesMaxOf,
  isChange,
  isGrowing,
  isOpen,
  isPersonal,
  type Operation,
  permissionOf,
  reportsUnknownFields,
  reportsUnknownParameters,
} from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import type { FieldIssue } from '../../../contract/phrases/issues.ts'
import type { Bindings, Context, RouteGuard, RouteGuards, Run } from '../../features/bindings.ts'
import type { World } from '../../features/world.ts'
import { type Reader, readerOf } from '../../kernel/db/reader.ts'
import { forTeam } from '../../kernel/db/team-cap.ts'
import { unknownFieldsOf, unknownParametersOf } from '../../kernel/values/input.ts'
import { cursorsOf, filtersIn, pageOf } from '../../kernel/values/pages.ts'
import { actorOf, knownCaller, knownPerson } from './actor.ts'
import { change } from './changes.ts'
import { expanderOf } from './expansions.ts'
import { acceptedLanguage, readerLanguage, waitSecondsOf } from './negotiation.ts'
import { handleWithin } from './observe.ts'
import { parseQuery } from './query.ts'
import { storedBytesOf } from './rate-limits.ts'
import { isJson, routeSchema, senderOf, shapeOf } from './responses.ts'
import { browserAt } from './session-authentication.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'
import { etagMaker, type Preconditions, preconditionsOf } from './versions.ts'

interface Binding {
  id: string
  operation: Operation
  run: Run
  preconditions: Preconditions
  guard: RouteGuard | undefined
}

type Request = FastifyRequest<{ Querystring: PageQuery }>
type Handler = (request: Request, reply: FastifyReply) => Promise<FastifyReply>

export async function bindOperations(
  app: App,
  world: World<HttpConfig>,
  bindings: Bindings<typeof OPERATIONS>,
  guards: RouteGuards,
): Promise<void> {
  const runs: Readonly<Record<string, Run>> = bindings
  const known = new Map<string, RouteGuard>(Object.entries(guards))
  for (const [id, operation] of Object.entries<Operation>(OPERATIONS)) {
    const run = runs[id]
    if (run === undefined) throw new Error(`nothing is bound to ${id}`)
    if (operation.response.kind === 'site') await bindSite(app, operation, run)
    else {
      const preconditions = preconditionsOf(operation, OPERATIONS, runs)
      bindOperation(app, world, { id, operation, run, preconditions, guard: known.get(id) })
    }
  }
}

/** Routes that a library adds belong to the operation that registered the library. */
async function bindSite(app: App, operation: Operation, run: Run): Promise<void> {
  await app.register(async (scope: App) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, operation }
    })
    await run({ app: scope })
  })
}

function bindOperation(app: App, world: World<HttpConfig>, binding: Binding): void {
  const { id, operation, guard } = binding
  const handler = forItsTeam(
    operation,
    isChange(operation)
      ? changing(world, binding)
      : responding(world, binding, contextsOf(world, id, operation)),
  )
  app.route<{ Querystring: PageQuery }>({
    method: operation.method,
    url: operation.path,
    exposeHeadRoute: operation.method === 'GET' && operation.withoutHead !== true,
    config: { operation },
    bodyLimit: bodyBytesMaxOf(operation),
    ...(guard !== undefined && {
      onRequest: async ({ params, headers }: FastifyRequest) => guard(params, headers),
    }),
    schema: routeSchema(operation),
    handler: world.tracing === undefined ? handler : handleWithin(world.tracing, handler),
  })
}

/** Database connections that the handler uses count for the caller's team. */
function forItsTeam(operation: Operation, handler: Handler): Handler {
  if (permissionOf(operation) === null) return handler
  return (request, reply) => forTeam(knownCaller(request).owner.teamId, () => handler(request, reply))
}

/** Handles reads and operations that belong to no team. */
function responding(world: World, { id, operation, run }: Binding, contextOf: ContextOf): Handler {
  const send = senderOf(operation)
  const expand = expanderOf(world, operation)
  const warningsOf = warner(operation)
  const { kind } = operation.response
  if (kind !== 'list' && kind !== 'whole')
    return async (request, reply) => {
      const context = contextOf(request, reply)
      const { namesLanguage } = context
      if (namesLanguage !== undefined) reply.header('content-language', namesLanguage)
      const result = await run(context)
      const asked = { request, warnings: warningsOf(request) }
      if (expand === undefined) return send(reply, result, asked)
      return send(reply, await expand(context, result), { ...asked, unexpanded: result })
    }
  return async (request, reply) => {
    const { query, params, caller } = request
    const cursors = cursorsOf(world.secretBox, id, caller?.owner, params, filtersIn(query))
    const page = pageOf(query, cursors, kind === 'whole' ? 'all' : undefined)
    const context = { ...contextOf(request, reply), page }
    const result = await run(context)
    return send(reply, expand ? await expand(context, result) : result, {
      request,
      page,
      cursors,
      warnings: warningsOf(request),
    })
  }
}

/** Warnings name unknown fields of a body, or unknown parameters of a query. */
function warner(operation: Operation): (request: Request) => FieldIssue[] | undefined {
  if (reportsUnknownFields(operation)) {
    const unknownFields = unknownFieldsOf(operation)
    return ({ body }) => unknownFields(body)
  }
  if (!reportsUnknownParameters(operation)) return () => undefined
  const unknownParameters = unknownParametersOf(operation)
  return ({ url }) => unknownParameters(parametersIn(url))
}

/** As they were sent: validation leaves only those that the operation knows. */
function parametersIn(url: string): object | undefined {
  const start = url.indexOf('?')
  return start < 0 ? undefined : parseQuery(url.slice(start + 1))
}

function changing(world: World, { id, operation, run, preconditions }: Binding): Handler {
  const { response, status = 200 } = operation
  if (!isJson(response)) throw new Error('what a change answers must be JSON, so that it can be remembered')
  const shape = shapeOf(response)
  const grows = isGrowing(operation)
  const unknownFields = unknownFieldsOf(operation)
  const etagOf = etagMaker(operation)
  const contextOf = operation.takes === undefined ? knownContext : uploadContext
  return (request, reply) => {
    const waits = operation.waits ? waitSecondsOf(request.headers.prefer) : undefined
    const waitMs = (waits ?? 0) * 1_000
    const context = contextOf(request)
    return change(world, {
      request,
      reply,
      work: async (scope) => run({ ...context, scope, waitMs }),
      status,
      precondition: preconditions(context, request.headers['if-match']),
      etagOf,
      body: (result) => shape(result, { request }),
      warnings: unknownFields(request.body),
      by: actorOf(request, id, operation),
      growsBy: grows ? storedBytesOf(operation, request.headers) : undefined,
      ...(waits !== undefined && { headers: { 'preference-applied': `wait=${waits}` } }),
    })
  }
}

type ContextOf = (request: Request, reply: FastifyReply) => Context

/** Builds the context that the bound function receives besides its input. */
function contextsOf(world: World<HttpConfig>, id: string, operation: Operation): ContextOf {
  if (operation.forBrowser) {
    const { contextOf, browserOf } = { contextOf: openOrPersonal(id, operation), browserOf: browserAt(world) }
    return (request, reply) => ({ ...contextOf(request, reply), browser: browserOf(request, reply) })
  }
  if (operation.signatureHeader) return signedContext(operation.signatureHeader)
  if (operation.withHeaders) return (request) => ({ ...inputOf(request), headers: request.headers })
  if (operation.withAddress) return (request) => ({ ...inputOf(request), address: request.ip })
  if (isOpen(operation) || isPersonal(operation)) return openOrPersonal(id, operation)
  if (operation.response.kind === 'stream') return streamContext
  if (operation.version !== undefined) return versionedContext(readerOf(world))
  return operation.inLanguages ? localizedContext : knownContext
}

function openOrPersonal(id: string, operation: Operation): ContextOf {
  if (!isPersonal(operation)) return inputOf
  return (request) => ({
    ...inputOf(request),
    person: knownPerson(request),
    by: actorOf(request, id, operation),
  })
}

function inputOf({ params, query, body }: Request): Context {
  return { params, query, body }
}

function signedContext(header: string): (request: Request) => Context {
  return (request) => {
    const signature = request.headers[header]
    const raw = request.rawBody ?? Buffer.alloc(0)
    return { ...inputOf(request), signed: { signature: signature?.toString(), raw } }
  }
}

/** Adds the language of names to the context. */
function localizedContext(request: Request): Context {
  return { ...knownContext(request), namesLanguage: acceptedLanguage(request.headers['accept-language']) }
}

function versionedContext(db: Reader): ContextOf {
  return (request) => ({ ...knownContext(request), db })
}

function streamContext(request: Request): Context {
  return { ...knownContext(request), request }
}

function uploadContext(request: Request): Context {
  const fileType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return { ...knownContext(request), file: request.rawBody ?? Buffer.alloc(0), fileType }
}

function knownContext(request: Request): Context {
  const caller = knownCaller(request)
  return { ...inputOf(request), caller, owner: caller.owner, language: readerLanguage(request) }
}
