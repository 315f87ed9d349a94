// Binds what is about the service itself and about who is calling.
import { PANEL_PATH } from '../../../contract/links.ts'
import { SERVICE_OPERATIONS } from '../../../contract/operations/service.ts'
import type { Bindings } from '../../features/bindings.ts'
import { pricingOf } from '../../features/flights/pricing/pricing.ts'
import { meView } from '../../features/teams/profile.ts'
import type { World } from '../../features/world.ts'
import { makeDocs } from '../docs/make-docs.ts'
import { serveDocs } from '../docs/serve-docs.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { writtenDocument } from '../openapi/written-document.ts'
import type { Panel } from '../panel/make-panel.ts'
import { servePanel } from '../panel/serve-panel.ts'
import { makeHealthChecks } from './check-health.ts'
import type { Drain } from './drain.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

export function serviceRoutes(
  world: World<HttpConfig>,
  panel: Panel,
  drain: Drain,
): Bindings<typeof SERVICE_OPERATIONS> {
  const written = writtenDocument(world)
  const docs = makeDocs(written, world.config.publicUrl ?? '')
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
