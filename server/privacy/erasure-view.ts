// The only maker of an erasure's public JSON.
import type { Erasure } from '../../contract/erasures.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import type { ErasureRow } from './erasure-store.ts'

export function erasureView({ erased_at, ...erasure }: ErasureRow): Erasure {
  return { ...erasure, erased_at: isoTimestamp(erased_at) }
}
