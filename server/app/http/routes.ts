// Binds the operations about the service, the installation and the caller.

import type {
  HeldPaymentOfTeam,
  INSTALLATION_OPERATIONS,
  Revived,
  WorkPiece,
} from '../../../contract/installation.ts'
import { PANEL_PATH } from '../../../contract/links.ts'
import { SERVICE_OPERATIONS } from '../../../contract/service.ts'
import type { Bindings } from '../../features/bindings.ts'
import { pricingOf } from '../../features/flights/pricing/pricing.ts'
import { readTeams } from '../../features/people/team-people.ts'
import { meView } from '../../features/teams/profile.ts'
import {
  findHeldPayment,
  heldPaymentOfTeamView,
  listHeldPayments,
} from '../../features/wallet/held-payments.ts'
import { reviewHeldPayment } from '../../features/wallet/recharge-payments.ts'
import { HELD_MOVES, type HeldTrigger } from '../../features/wallet/states.ts'
import type { World } from '../../features/world.ts'
import { listJobs, readJobChoice, retryJobs, shownState } from '../../kernel/jobs/stored-jobs.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { examine } from '../checks/checks.ts'
import { makeDocs } from '../docs/docs.ts'
import { serveDocs } from '../docs/serve-docs.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { writtenDocument } from '../openapi/document.ts'
import type { Panel } from '../panel/panel.ts'
import { servePanel } from '../panel/serve-panel.ts'
import { type Drain, makeHealthChecks } from './health.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

export function serviceRoutes(
  world: World<HttpConfig>,
  panel: Panel,
  drain: Drain,
): Bindings<typeof SERVICE_OPERATIONS> {
  const written = writtenDocument(world)
  const docs = makeDocs(written, { public: world.config.publicUrl, own: () => world.address.url })
  const bind = (id: 'service.docs' | 'service.llms') => (site: { app: App }) =>
    serveDocs(site.app, docs, SERVICE_OPERATIONS[id].path)
  const { health, live, ready } = makeHealthChecks(world, drain)
  return {
    'service.health': health,
    'service.live': live,
    'service.ready': ready,
    'service.openapi': written,
    'service.docs': bind('service.docs'),
    'service.llms': bind('service.llms'),
    'service.home': () => ({ to: PANEL_PATH }),
    'service.panel': (site) => servePanel(site.app, panel),
    'service.mcp': async (site) => serveMcp(site.app, world),
    'team.read': async ({ caller }) => meView(caller, await pricingOf(world, caller.owner)),
  }
}

// Binds the operators' operations. The command line calls the same functions.

export function installationRoutes(world: World): Bindings<typeof INSTALLATION_OPERATIONS> {
  return {
    'installation.teams': ({ page }) => readTeams(world.pool, page),
    'installation.health': () => examine(world),
    'installation.work': ({ query, page }) => readWork(world, query.dead === true, page),
    'installation.retryWork': ({ params, by }) => retry(world, params.id, by),
    'installation.heldPayments': ({ query, page }) => readHeldPayments(world, query.all === true, page),
    'installation.acceptPayment': ({ params, by }) => decide(world, params.id, 'accept', by),
    'installation.refusePayment': ({ params, by }) => decide(world, params.id, 'refuse', by),
  }
}

async function readWork({ pool }: World, onlyDead: boolean, page: Page): Promise<Listing<WorkPiece>> {
  const found = await listJobs(pool, onlyDead, page)
  const items = found.items.map((job) => ({
    id: String(job.id),
    kind: job.type,
    key: job.key,
    state: shownState(job),
    run_at: isoTimestamp(job.run_at),
    attempts: job.attempts,
    last_error: job.last_error,
  }))
  return { ...found, items }
}

async function retry(world: World, id: string, by: Actor): Promise<Revived> {
  const choice = readJobChoice(id) ?? fail('work_not_found')
  const revived = await retryJobs({ ...world, by }, choice)
  if (revived === 0 && choice !== 'all') fail('work_not_found')
  return { revived }
}

async function readHeldPayments(
  { pool }: World,
  all: boolean,
  page: Page,
): Promise<Listing<HeldPaymentOfTeam>> {
  const found = await listHeldPayments(pool, all, page)
  return { ...found, items: found.items.map(heldPaymentOfTeamView) }
}

/** The same decision again changes nothing; another decision is refused. */
async function decide(
  world: World,
  id: string,
  decision: HeldTrigger,
  by: Actor,
): Promise<HeldPaymentOfTeam> {
  if ((await findHeldPayment(world.pool, id)) === undefined) fail('held_payment_not_found')
  const { held, changed } = await reviewHeldPayment(world, id, decision, by)
  if (!changed && held.status !== moveBy(HELD_MOVES, decision).to) fail('held_payment_already_decided')
  return heldPaymentOfTeamView(held)
}
