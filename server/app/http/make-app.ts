// Builds the HTTP application: every hook and route in the order a request meets them.
import fastify from 'fastify'
import { auditRoutes } from '../../features/audit/routes.ts'
import {
  bookingNoteRoutes,
  bookingRoutes,
  supplierHintGuards,
  supplierHintRoutes,
  tripsOfBookingsRoutes,
  walletOfBookingsRoutes,
} from '../../features/bookings/routes.ts'
import { stopWaiting } from '../../features/bookings/wait-for-tickets.ts'
import { clientAccountRoutes } from '../../features/client-accounts/routes.ts'
import { clientRoutes } from '../../features/clients/routes.ts'
import { creditNotePageRoutes } from '../../features/credit-notes/public-pages.ts'
import { creditNoteRoutes } from '../../features/credit-notes/routes.ts'
import { eventRoutes } from '../../features/events/routes.ts'
import { pricingRoutes } from '../../features/flights/pricing/routes.ts'
import { flightRoutes } from '../../features/flights/routes.ts'
import { brandPreviewRoutes } from '../../features/invoices/brand-preview.ts'
import { publicPageRoutes } from '../../features/invoices/public-pages.ts'
import { beginReminderRounds } from '../../features/invoices/reminder-rounds.ts'
import { invoiceRoutes, receiptRoutes } from '../../features/invoices/routes.ts'
import type { JobHandlers } from '../../features/job-handlers.ts'
import { mandatePageRoutes, mandateRoutes } from '../../features/mandates/routes.ts'
import { clientNoteRoutes } from '../../features/notes/routes.ts'
import { mailRoutes, messageReceiptRoutes } from '../../features/notifications/routes.ts'
import { disputeRoutes } from '../../features/payments/disputes/disputes.ts'
import { paymentProviderGuards, paymentProviderRoutes } from '../../features/payments/routes.ts'
import {
  accountRoutes,
  factorRoutes,
  identityRoutes,
  joiningRoutes,
  peopleRoutes,
  profileRoutes,
  sessionRoutes,
  setupRoutes,
} from '../../features/people/routes.ts'
import { makeSessions } from '../../features/people/sessions.ts'
import type { PeopleConfig } from '../../features/people/settings.ts'
import { erasureRoutes } from '../../features/privacy/routes.ts'
import { quotePageRoutes } from '../../features/quotes/public-pages.ts'
import { quoteRoutes } from '../../features/quotes/routes.ts'
import type { ReadinessConfig } from '../../features/readiness/readiness.ts'
import { readinessRoutes } from '../../features/readiness/routes.ts'
import { recurringInvoiceRoutes } from '../../features/recurring-invoices/routes.ts'
import { reportRoutes } from '../../features/reports/routes.ts'
import { sampleRoutes, sandboxRoutes } from '../../features/sandbox/routes.ts'
import { testCardRoutes } from '../../features/sandbox/test-cards.ts'
import { searchRoutes } from '../../features/search/routes.ts'
import { makeCallers } from '../../features/teams/callers.ts'
import { keyRoutes, teamRoutes } from '../../features/teams/routes.ts'
import { tripPageRoutes } from '../../features/trip-documents/public-pages.ts'
import { tripDocumentRoutes } from '../../features/trip-documents/routes.ts'
import { tripNoteRoutes, tripRoutes } from '../../features/trips/routes.ts'
import { walletProofRoutes, walletRoutes } from '../../features/wallet/routes.ts'
import { beginDailyWarnings } from '../../features/warnings/jobs.ts'
import { warningRoutes } from '../../features/warnings/routes.ts'
import { deliveryRoutes, webhookRoutes } from '../../features/webhooks/routes.ts'
import type { World } from '../../features/world.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { makePanel, type Panel } from '../panel/panel.ts'
import { advanceClock } from '../worker/clock-advance.ts'
import { bindOperations } from './bind-operations.ts'
import { readBodies } from './body.ts'
import { compressResponses } from './compression.ts'
import { boundBodies, boundConnections, UNFINISHED } from './connection-limits.ts'
import { errorHandler, refuseUnknownRoutes, respondToBrokenRequest } from './errors.ts'
import { watchForwarding } from './forwarding.ts'
import { addResponseHeaders, guardHeaders } from './headers.ts'
import { type Drain, makeDrain } from './health.ts'
import { observeRequests, traceRequests } from './observe.ts'
import { parseQuery } from './query.ts'
import { authenticateRequests } from './request-pipeline.ts'
import { limitResponses } from './response-limits.ts'
import { writeLists } from './responses.ts'
import { installationRoutes, serviceRoutes } from './routes.ts'
import type { HttpConfig } from './settings.ts'
import { makeStreams } from './stream/streams.ts'
import type { App } from './types.ts'
import { validatorCompiler } from './validation.ts'

/** An address with a longer parameter is unknown and is counted as such. Fastify would not count it. */
const TOO_LONG_IS_UNKNOWN: object = { onMaxParamLength: undefined }

export interface AppOptions {
  handlers: JobHandlers
  /** The folder of the built panel. */
  dataDir: string
  /** Requests wait for this promise: the first team may not exist yet. */
  started?: Promise<void>
  /** For tests: receives the app before its routes are added. */
  prepare?: (app: App) => void
}

interface MadeApp {
  app: App
  panel: Panel
  drain: Drain
  /** Writes the pending last uses of keys and sessions. */
  flushUses: () => Promise<unknown>
}

export async function makeApp(
  world: World<HttpConfig & PeopleConfig & ReadinessConfig>,
  { handlers, dataDir, started, prepare }: AppOptions,
): Promise<MadeApp> {
  const { trustProxy: proxies } = world.config
  const app: App = fastify({
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    ...UNFINISHED,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: 500,
      ignoreTrailingSlash: false,
      querystringParser: parseQuery,
      ...TOO_LONG_IS_UNKNOWN,
    },
    genReqId: ({ headers }) => requestId(headers['x-request-id']) ?? makeId('request', world.wall.now()),
    clientErrorHandler: respondToBrokenRequest(world),
    // A URL that cannot be parsed matches no route, so no hook adds headers to its response.
    frameworkErrors: (error, request, reply) => {
      addResponseHeaders(world)(request, reply)
      return errorHandler(world)(error, request, reply)
    },
  })
  boundConnections(app.server, world.config)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('span', undefined)
  app.decorateRequest('metaMessage', undefined)
  const [callers, sessions] = [makeCallers(world), makeSessions(world)]

  app.setValidatorCompiler(validatorCompiler)
  // Schemas only describe responses: a serializer built from one would drop undeclared fields.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(errorHandler(world))
  writeLists(app)
  readBodies(app)
  refuseUnknownRoutes(app)
  let isStarted = started === undefined
  app.addHook('onRequest', async () => {
    if (isStarted) return
    await started
    isStarted = true
  })
  if (world.tracing !== undefined) traceRequests(app, world.tracing)
  observeRequests(app, world)
  watchForwarding(app, world)
  // Registered after the callers: their caches are cleared before streams look callers up again.
  const reauthenticate = authenticateRequests(app, world, callers, sessions)
  const streams = makeStreams(world, reauthenticate)
  boundBodies(app)
  limitResponses(app, world, reauthenticate)
  app.addHook('preClose', async () => {
    stopWaiting(world)
    streams.close()
  })
  const panel = makePanel(world, dataDir)
  const drain = makeDrain(app.server, world.config)
  app.addHook('onClose', async () => panel.stop())
  prepare?.(app)
  // Registered last, so that the other hooks see responses uncompressed.
  guardHeaders(app)
  compressResponses(app)

  await bindOperations(
    app,
    world,
    {
      ...serviceRoutes(world, panel, drain),
      ...teamRoutes(world, { beginReminderRounds, beginDailyWarnings }),
      ...keyRoutes(world),
      ...webhookRoutes(world),
      ...deliveryRoutes(world),
      ...eventRoutes(world, streams),
      ...flightRoutes(world),
      ...pricingRoutes(world),
      ...clientRoutes(world),
      ...clientAccountRoutes(world),
      ...erasureRoutes(world),
      ...invoiceRoutes(world),
      ...receiptRoutes(world),
      ...creditNoteRoutes(world),
      ...quoteRoutes(world),
      ...recurringInvoiceRoutes(world),
      ...mandateRoutes(world),
      ...mandatePageRoutes(world),
      ...publicPageRoutes(world),
      ...quotePageRoutes(world),
      ...creditNotePageRoutes(world),
      ...tripPageRoutes(world),
      ...tripDocumentRoutes(world),
      ...brandPreviewRoutes(world),
      ...sandboxRoutes(world, (scope, target) => advanceClock(world, scope, { handlers, target })),
      ...sampleRoutes(world),
      ...bookingRoutes(world),
      ...bookingNoteRoutes(world),
      ...tripRoutes(world),
      ...warningRoutes(world),
      ...tripsOfBookingsRoutes(world),
      ...tripNoteRoutes(world),
      ...reportRoutes(world),
      ...supplierHintRoutes(world),
      ...walletRoutes(world),
      ...walletOfBookingsRoutes(world),
      ...walletProofRoutes(world),
      ...paymentProviderRoutes(world),
      ...disputeRoutes(world),
      ...testCardRoutes(world),
      ...auditRoutes(world),
      ...searchRoutes(world),
      ...readinessRoutes(world),
      ...mailRoutes(world),
      ...clientNoteRoutes(world),
      ...messageReceiptRoutes(world),
      ...peopleRoutes(world),
      ...joiningRoutes(world),
      ...installationRoutes(world),
      ...setupRoutes(world),
      ...accountRoutes(world),
      ...identityRoutes(world),
      ...sessionRoutes(world),
      ...factorRoutes(world),
      ...profileRoutes(world),
    },
    { ...paymentProviderGuards(world), ...supplierHintGuards(world) },
  )
  return { app, panel, drain, flushUses: () => Promise.all([callers.flushUses(), sessions.flushUses()]) }
}

function requestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : undefined
}
