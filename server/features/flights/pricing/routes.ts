// Binds the operations on pricing.
import type { PRICING_OPERATIONS } from '../../../../contract/pricing.ts'
import type { Bindings } from '../../bindings.ts'
import type { World } from '../../world.ts'
import { findPricing, previewPricing, pricingView, setPricing } from './pricing.ts'

export function pricingRoutes(world: World): Bindings<typeof PRICING_OPERATIONS> {
  return {
    'pricing.read': async ({ db, owner }) => pricingView(await findPricing(db, owner)),
    'pricing.update': ({ scope, body }) => setPricing(world, scope, body),
    'pricing.preview': ({ owner, body }) => previewPricing(world, owner, body),
  }
}
