// Puts the front door together: everything a request meets, in the order it meets it.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { BODY_BYTES_MAX } from '../../contract/limits.ts'
import { makeId } from '../base/ids.ts'
import { type Callers, makeCallers } from '../teams/callers.ts'
import type { Kinds } from '../worker/kinds.ts'
import type { World } from '../world.ts'
import { apiKeyRoutes } from './api-key-routes.ts'
import { readBodies } from './body.ts'
import { bookingRoutes } from './booking-routes.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { callbackRoutes } from './callback-routes.ts'
import { clientRoutes } from './client-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { describeApi, serveDocumentation } from './documentation.ts'
import { withMeta } from './envelope.ts'
import { errorHandler } from './errors.ts'
import { eventRoutes } from './event-routes.ts'
import { flightRoutes } from './flight-routes.ts'
import { dressAnswers, guardFrontDoor } from './front-door.ts'
import { healthRoutes } from './health-routes.ts'
import { invoiceReportRoutes } from './invoice-report-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { logoRoutes } from './logo-routes.ts'
import { meRoutes } from './me-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { observeRequests } from './observe-requests.ts'
import { payerRoutes } from './payer-routes.ts'
import { paymentProviderRoutes } from './payment-provider-routes.ts'
import { placeRoutes } from './place-routes.ts'
import { publicDocumentRoutes } from './public-document-routes.ts'
import { quoteRoutes } from './quote-routes.ts'
import { rechargeRoutes } from './recharge-routes.ts'
import { recurringInvoiceRoutes } from './recurring-invoice-routes.ts'
import { testChargeRoutes } from './test-charge-routes.ts'
import { testClockRoutes } from './test-clock-routes.ts'
import type { App } from './types.ts'
import { refuseUnknownRoutes } from './unknown-routes.ts'
import { validatorCompiler } from './validation.ts'
import { walletRoutes } from './wallet-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

export interface AppOptions {
  kinds: Kinds
  /** For tests: sees the app before its routes are added. */
  prepare?: (app: App) => void
}

export async function makeApp(
  world: World,
  { kinds, prepare }: AppOptions,
): Promise<{ app: App; callers: Callers }> {
  const { trustProxy: proxies } = world.config
  const app: App = fastify({
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    genReqId: ({ headers }) => requestId(headers['x-request-id']) ?? makeId('request', world.wall.now()),
    clientErrorHandler: answerBrokenRequest(world),
    // An address that cannot be read has no route, so no hook dresses its answer.
    frameworkErrors: (error, request, reply) => {
      dressAnswers(world)(request, reply)
      return errorHandler(world.log)(error, request, reply)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.decorateRequest('caller', undefined)
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('metaMessage', undefined)
  const callers = makeCallers(world)

  app.setValidatorCompiler(validatorCompiler)
  // Schemas describe answers; they do not write them: a serialiser made from one would drop what it does not name.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(errorHandler(world.log))
  app.addHook('preSerialization', (request, _reply, body, done) =>
    done(null, withMeta(request, body as object)),
  )
  readBodies(app)
  refuseUnknownRoutes(app)
  observeRequests(app, world)
  guardFrontDoor(app, world, callers)
  await describeApi(app, world)
  prepare?.(app)

  healthRoutes(app, world)
  meRoutes(app)
  apiKeyRoutes(app, world)
  webhookRoutes(app, world)
  deliveryRoutes(app, world)
  eventRoutes(app, world)
  flightRoutes(app, world)
  placeRoutes(app)
  logoRoutes(app)
  clientRoutes(app, world)
  invoiceRoutes(app, world)
  invoiceReportRoutes(app, world)
  quoteRoutes(app, world)
  recurringInvoiceRoutes(app, world)
  messageRoutes(app, world)
  publicDocumentRoutes(app, world)
  testClockRoutes(app, world, kinds)
  bookingRoutes(app, world)
  walletRoutes(app, world)
  rechargeRoutes(app, world)
  paymentProviderRoutes(app, world)
  testChargeRoutes(app, world)
  callbackRoutes(app, world)
  payerRoutes(app, world)
  await serveDocumentation(app)
  return { app, callers }
}

function requestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : undefined
}
