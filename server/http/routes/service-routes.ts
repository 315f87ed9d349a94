// Binds what is about the service itself and about who is calling.
import { PANEL_PATH } from '../../../contract/links.ts'
import type { SERVICE_OPERATIONS } from '../../../contract/operations/service.ts'
import { goOn } from '../../base/process/maybe-later.ts'
import { pricingOf } from '../../flights/pricing/known-pricing.ts'
import { meView } from '../../teams/me-view.ts'
import type { World } from '../../world.ts'
import type { Bindings } from '../door/bindings.ts'
import { serveDocumentation } from '../door/documentation.ts'
import type { App } from '../door/types.ts'
import { writtenDocument } from '../door/written-document.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import type { Panel } from '../panel/make-panel.ts'
import { servePanel } from '../panel/serve-panel.ts'
import type { HttpConfig } from '../settings.ts'
import { makeHealthCheck } from './check-health.ts'

export function serviceRoutes(
  app: App,
  world: World<HttpConfig>,
  panel: Panel,
): Bindings<typeof SERVICE_OPERATIONS> {
  return {
    'service.health': makeHealthCheck(world),
    'service.openapi': writtenDocument(app),
    'service.docs': (site) => serveDocumentation(site.app),
    'service.home': () => ({ to: PANEL_PATH }),
    'service.panel': (site) => servePanel(site.app, panel),
    'service.mcp': async (site) => serveMcp(site.app, world),
    'team.read': ({ caller }) => goOn(pricingOf(world, caller.owner), (pricing) => meView(caller, pricing)),
  }
}
