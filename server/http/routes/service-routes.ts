// Binds what is about the service itself and about who is calling.
import { PANEL_PATH } from '../../../contract/links.ts'
import { SERVICE_OPERATIONS } from '../../../contract/operations/service.ts'
import { goOn } from '../../base/process/maybe-later.ts'
import { pricingOf } from '../../flights/pricing/known-pricing.ts'
import { meView } from '../../teams/me-view.ts'
import type { World } from '../../world.ts'
import { makeDocs } from '../docs/make-docs.ts'
import { serveDocs } from '../docs/serve-docs.ts'
import type { Bindings } from '../door/bindings.ts'
import type { App } from '../door/types.ts'
import { writtenDocument } from '../openapi/written-document.ts'
import type { Panel } from '../panel/make-panel.ts'
import { servePanel } from '../panel/serve-panel.ts'
import type { HttpConfig } from '../settings.ts'
import { makeHealthCheck } from './check-health.ts'

export function serviceRoutes(world: World<HttpConfig>, panel: Panel): Bindings<typeof SERVICE_OPERATIONS> {
  const written = writtenDocument(world)
  const docs = makeDocs(written, world.config.publicUrl ?? '')
  const bind = (id: 'service.docs' | 'service.llms') => (site: { app: App }) =>
    serveDocs(site.app, docs, SERVICE_OPERATIONS[id].path)
  return {
    'service.health': makeHealthCheck(world),
    'service.openapi': written,
    'service.docs': bind('service.docs'),
    'service.llms': bind('service.llms'),
    'service.home': () => ({ to: PANEL_PATH }),
    'service.panel': (site) => servePanel(site.app, panel),
    'team.read': ({ caller }) => goOn(pricingOf(world, caller.owner), (pricing) => meView(caller, pricing)),
  }
}
