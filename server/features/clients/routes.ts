// Binds the operations on clients, except those that may erase one: see `features/privacy/routes.ts`.
import type { CLIENT_OPERATIONS } from '../../../contract/clients.ts'
import type { COMPANION_OPERATIONS } from '../../../contract/companions.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import type { Bindings } from '../bindings.ts'
import { type Caller, todayOf } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { createClient, readClient, readClients, updateClient } from './clients.ts'
import {
  createCompanion,
  deleteCompanion,
  readCompanion,
  readCompanions,
  readTravellers,
  updateCompanion,
} from './companions.ts'
import { readDuplicates } from './duplicates.ts'
import { mergeClients, unmergeClient } from './merges.ts'

type Erasing = 'clients.delete' | 'clients.erasures'
type Operations = Omit<typeof CLIENT_OPERATIONS, Erasing> & typeof COMPANION_OPERATIONS

function showsNumbers({ permissions }: Caller): boolean {
  return permissions.has('documents.read')
}

export function clientRoutes(world: World): Bindings<Operations> {
  return {
    'clients.list': ({ owner, query, page, caller }) =>
      readClients(readerOf(world), owner, { query, page, zone: caller.team.time_zone }),
    'clients.create': ({ scope, body, caller }) => createClient(world, scope, body, caller.team.time_zone),
    'clients.read': ({ db, owner, params, caller }) => readClient(db, owner, params.id, showsNumbers(caller)),
    'clients.update': ({ scope, params: { id }, body, caller }) =>
      updateClient(world, scope, { id, zone: caller.team.time_zone }, body),
    'clients.duplicates': ({ owner, page }) => readDuplicates(readerOf(world), owner, page),
    'clients.merge': ({ scope, params, body }) => mergeClients(world, scope, params.id, body),
    'clients.unmerge': ({ scope, params }) => unmergeClient(world, scope, params.id),
    'clients.travellers': async ({ owner, params: { id }, page, caller }) => {
      const today = String(await todayOf(world, caller))
      return readTravellers(readerOf(world), owner, { id, page, showsNumbers: showsNumbers(caller), today })
    },
    'companions.list': ({ owner, params: { id }, query, page, caller }) => {
      const times = timesOf(query, caller.team.time_zone)
      return readCompanions(readerOf(world), owner, { id, page, times, showsNumbers: showsNumbers(caller) })
    },
    'companions.create': ({ scope, params, body, caller }) =>
      createCompanion(world, scope, { clientId: params.id, zone: caller.team.time_zone }, body),
    'companions.read': ({ db, owner, params, caller }) =>
      readCompanion(db, owner, params, showsNumbers(caller)),
    'companions.update': ({ scope, params, body, caller }) =>
      updateCompanion(world, scope, { ...params, zone: caller.team.time_zone }, body),
    'companions.delete': ({ scope, params }) => deleteCompanion(world, scope, params),
  }
}
