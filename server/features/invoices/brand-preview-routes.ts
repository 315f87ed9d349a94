// Binds the previews of an agency's brand.
import type { BRAND_PREVIEW_OPERATIONS } from '../../../contract/operations/brand-previews.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { previewBrand, previewMail, previewPage, turnsOfPreview } from './brand-preview.ts'

export function brandPreviewRoutes(world: World): Bindings<typeof BRAND_PREVIEW_OPERATIONS> {
  return {
    'brandPreviews.read': ({ owner, query }) => previewBrand(world, owner.teamId, query),
    'brandPreviews.page': ({ params }) => previewPage(world, params.token),
    'brandPreviews.mail': ({ params }) => previewMail(world, params.token),
    'brandPreviews.pdf': async ({ params }) =>
      world.heavyWork.run(turnsOfPreview(world, params.token), 'brandPdf', params, params.token),
  }
}
