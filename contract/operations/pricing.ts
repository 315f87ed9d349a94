// Operations on what an agency adds to the carrier's price.
import { data } from '../answers.ts'
import { BODY_BYTES_MAX } from '../limits.ts'
import type { Operations } from '../operation.ts'
import { Pricing, PricingInput, PricingPreview, PricingPreviewInput } from '../pricing.ts'

const tag = 'Team'
const path = '/api/v1/team/pricing'

export const PRICING_OPERATIONS = {
  'pricing.read': {
    method: 'GET',
    path,
    access: 'team.read',
    tag,
    summary: 'Read markup, fee and pricing rules',
    description: 'Of the mode of the caller: test mode has pricing of its own, to try rules in.',
    answer: data(Pricing),
  },
  'pricing.update': {
    method: 'PUT',
    path,
    access: 'team.manage',
    audit: 'settings',
    bodyBytesMax: BODY_BYTES_MAX,
    tag,
    summary: 'Set markup, fee and pricing rules',
    description:
      'All of them at once, in their order. The first rule whose conditions all fit is applied; what it leaves ' +
      'out, and what no rule fits, is the default. A rule by passenger type is for each passenger of that type, ' +
      'and so is its fee. Searches from now on are priced by it; offers and bookings that are there keep their ' +
      'prices.',
    body: PricingInput,
    answer: data(Pricing),
    errors: ['client_not_found'],
  },
  'pricing.preview': {
    method: 'POST',
    path: `${path}/preview`,
    access: 'team.read',
    isSearch: true,
    tag,
    summary: 'Try the pricing rules',
    description:
      'Which rule a trip would be priced by, and what its client would pay. It counts as a search.',
    body: PricingPreviewInput,
    answer: data(PricingPreview),
    errors: ['client_not_found'],
  },
} as const satisfies Operations
