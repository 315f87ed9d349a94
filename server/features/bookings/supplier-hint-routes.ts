// Binds what suppliers of flights call.
import { Parse } from 'typebox/value'
import { HintParams, type SUPPLIER_HINT_OPERATIONS } from '../../../contract/operations/supplier-hints.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Bindings, Doors } from '../bindings.ts'
import type { World } from '../world.ts'
import { isHintAddress, receiveHint } from './receive-hint.ts'

export function supplierHintRoutes(world: World): Bindings<typeof SUPPLIER_HINT_OPERATIONS> {
  return {
    'supplierHints.receive': async ({ params, signed }) => {
      await receiveHint(world, params.supplier, signed)
      return { success: true }
    },
  }
}

/** Nothing is read of what comes for a supplier that does not call. */
export function supplierHintDoors(world: World): Doors {
  const door = async (params: unknown) => {
    if (!isHintAddress(world, Parse(HintParams, params).supplier)) fail('route_not_found')
  }
  return { 'supplierHints.receive': door }
}
