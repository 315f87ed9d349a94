// Binds the operations on balances, credit and statements of clients.
import type { CLIENT_ACCOUNT_OPERATIONS } from '../../../contract/client-accounts.ts'
import { ownerName } from '../../kernel/values/owner.ts'
import type { Bindings } from '../bindings.ts'
import { type Caller, todayOf } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { demandAccount, readBalance, readCreditEntries, readStatement } from './accounts.ts'
import { statementCsv } from './statement-files.ts'

export function clientAccountRoutes(world: World): Bindings<typeof CLIENT_ACCOUNT_OPERATIONS> {
  const { pool } = world
  const readerOf = async (caller: Caller) => ({
    zone: caller.team.time_zone,
    today: await todayOf(world, caller),
  })
  return {
    'clients.balance': async ({ owner, params, caller }) =>
      readBalance(pool, owner, params.id, await todayOf(world, caller)),
    'clients.credit': ({ owner, params, query, page, caller }) =>
      readCreditEntries(pool, owner, params.id, { query, page, zone: caller.team.time_zone }),
    'clients.statement': async ({ owner, params, query, caller }) =>
      readStatement(pool, owner, params.id, { query, ...(await readerOf(caller)) }),
    'clients.statementCsv': async ({ owner, params, query: { locale = 'en', ...query }, caller }) => {
      const reader = await readerOf(caller)
      const statement = await readStatement(pool, owner, params.id, { query, ...reader })
      return {
        name: locale === 'pt-BR' ? 'extrato.csv' : 'statement.csv',
        content: statementCsv(statement, { locale, zone: reader.zone }),
      }
    },
    'clients.statementPdf': async ({ owner, params, query, caller }) => {
      const { id } = await demandAccount(pool, owner, params.id)
      // Refused before it waits for its turn.
      await readStatement(pool, owner, id, { query, ...(await readerOf(caller)) })
      return world.heavyWork.run(ownerName(owner), 'statementPdf', { owner, id, query })
    },
  }
}
