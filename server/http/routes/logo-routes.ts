// Pictures for airlines whose supplier has none: the code on a colour of its own, drawn here, so that an offer's
// logo_symbol_url always leads somewhere.
import Type from 'typebox'
import { fail } from '../../base/values/fail.ts'
import { findAirline } from '../../flights/reference/airlines.ts'
import { airlineBadge } from '../../paper/airline-badge.ts'
import type { App } from '../door/types.ts'

const DAY_SECONDS = 86_400

export function logoRoutes(app: App): void {
  app.get(
    '/airlines/:file',
    {
      config: { open: true },
      schema: {
        hide: true,
        params: Type.Object({ file: Type.String({ description: 'Airline code and .svg' }) }),
      },
    },
    async (request, reply) => {
      const code = /^([A-Z0-9]{2})\.svg$/.exec(request.params.file)?.[1]
      if (code === undefined || (findAirline(code) === undefined && code !== 'ZZ')) fail('route_not_found')
      return reply
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/svg+xml')
        .send(airlineBadge(code).markup)
    },
  )
}
