// Puts the front door together: everything a request meets, in the order it meets it.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { BODY_BYTES_MAX } from '../../contract/limits.ts'
import { makeId } from '../base/values/ids.ts'
import { type Callers, makeCallers } from '../teams/callers.ts'
import type { Kinds } from '../worker/serve.ts'
import type { World } from '../world.ts'
import { readBodies } from './door/body.ts'
import { answerBrokenRequest } from './door/broken-request.ts'
import { describeApi, serveDocumentation } from './door/documentation.ts'
import { withMeta } from './door/envelope.ts'
import { errorHandler } from './door/errors.ts'
import { dressAnswers, guardFrontDoor } from './door/front-door.ts'
import { observeRequests } from './door/observe-requests.ts'
import type { App } from './door/types.ts'
import { refuseUnknownRoutes } from './door/unknown-routes.ts'
import { validatorCompiler } from './door/validation.ts'
import { apiKeyRoutes } from './routes/api-key-routes.ts'
import { bookingRoutes } from './routes/booking-routes.ts'
import { callbackRoutes } from './routes/callback-routes.ts'
import { clientRoutes } from './routes/client-routes.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { eventRoutes } from './routes/event-routes.ts'
import { flightRoutes } from './routes/flight-routes.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { invoiceReportRoutes } from './routes/invoice-report-routes.ts'
import { invoiceRoutes } from './routes/invoice-routes.ts'
import { logoRoutes } from './routes/logo-routes.ts'
import { meRoutes } from './routes/me-routes.ts'
import { messageRoutes } from './routes/message-routes.ts'
import { payerRoutes } from './routes/payer-routes.ts'
import { paymentProviderRoutes } from './routes/payment-provider-routes.ts'
import { placeRoutes } from './routes/place-routes.ts'
import { quoteRoutes } from './routes/quote-routes.ts'
import { rechargeRoutes } from './routes/recharge-routes.ts'
import { recurringInvoiceRoutes } from './routes/recurring-invoice-routes.ts'
import { publicDocumentRoutes } from './routes/shared-document-routes.ts'
import { testChargeRoutes } from './routes/test-charge-routes.ts'
import { testClockRoutes } from './routes/test-clock-routes.ts'
import { walletRoutes } from './routes/wallet-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'
import type { HttpConfig } from './settings.ts'

export interface AppOptions {
  kinds: Kinds
  /** For tests: sees the app before its routes are added. */
  prepare?: (app: App) => void
}

export async function makeApp(
  world: World<HttpConfig>,
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
