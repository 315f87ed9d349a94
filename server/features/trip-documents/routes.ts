// Binds the operations on files, documents and the travellers' page of trips.
import type { TRIP_DOCUMENT_OPERATIONS } from '../../../contract/trips.ts'
import { ownerName } from '../../kernel/values/owner.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { addFile, readFile, removeFile } from './files.ts'
import { sendTrip } from './notify.ts'
import { shareTrip, unshareTrip } from './share.ts'

export function tripDocumentRoutes(world: World): Bindings<typeof TRIP_DOCUMENT_OPERATIONS> {
  const { heavyWork } = world
  return {
    'trips.share': ({ scope, params, caller }) => shareTrip(world, scope, params.id, caller),
    'trips.unshare': ({ scope, params, caller }) => unshareTrip(world, scope, params.id, caller),
    'trips.send': ({ scope, params, body = {} }) => sendTrip(world, scope, params.id, body),
    'trips.itinerary': ({ owner, params: { id } }) =>
      heavyWork.run(ownerName(owner), 'itineraryPdf', { owner, id }, id),
    'tripItems.voucher': ({ owner, params: { id, item_id: itemId } }) =>
      heavyWork.run(ownerName(owner), 'voucherPdf', { owner, id, itemId }, itemId),
    'tripFiles.create': ({ scope, params, query, file: content, fileType: type }) => {
      const { name, for_travellers: forTravellers = true } = query
      return addFile(world, scope, params, { name, type, forTravellers, content })
    },
    'tripFiles.read': ({ owner, params }) => readFile(world, owner, params),
    'tripFiles.delete': ({ scope, params }) => removeFile(world, scope, params),
  }
}
