// Binds the reports about bookings.
import type { REPORT_OPERATIONS, SalesQuery } from '../../../contract/reports.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { Bindings } from '../bindings.ts'
import { type Caller, demandPermission, todayOf } from '../teams/caller.ts'
import { scopeOf, type World } from '../world.ts'
import { readDeadlines, readDepartures } from './departures.ts'
import { readSales, salesCsv } from './sales.ts'

export function reportRoutes(world: World): Bindings<typeof REPORT_OPERATIONS> {
  const sales = async (caller: Caller, query: SalesQuery) =>
    readSales(world.pool, caller.owner, query, {
      zone: caller.team.time_zone,
      today: await todayOf(world, caller),
    })
  const showsPeople = ({ permissions }: Caller) => permissions.has('bookings.read')
  return {
    'reports.sales': ({ caller, query }) => {
      if (query.by === 'client') demandPermission(caller, 'clients.read')
      return sales(caller, query)
    },
    'reports.salesDownload': async ({ caller, query: { locale = 'en', ...filter } }) => ({
      name: locale === 'pt-BR' ? 'vendas.csv' : 'sales.csv',
      content: salesCsv(await sales(caller, filter), { locale, zone: caller.team.time_zone }),
    }),
    'reports.deadlines': async ({ caller, owner }) => {
      const onlyReal = world.config.environment === 'production' && owner.mode === 'live'
      const { clock } = await scopeOf(world, owner)
      return readDeadlines(world.pool, owner, { now: clock.now(), onlyReal }, showsPeople(caller))
    },
    'reports.departures': async ({ caller, owner, query, page }) => {
      const span = { today: await todayOf(world, caller), days: query.days }
      return readDepartures(readerOf(world), owner, { range: span, page, showsPeople: showsPeople(caller) })
    },
  }
}
