// The only maker of an erasure's public JSON.
import type { Erasure } from '../../../contract/erasures.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { ErasureRow } from './erasure-store.ts'

export function erasureView({
  id,
  client_id,
  asked_by,
  erased_at,
  completed_at,
  counts,
}: ErasureRow): Erasure {
  return {
    id,
    client_id,
    asked_by,
    erased_at: isoTimestamp(erased_at),
    completed_at: completed_at === null ? null : isoTimestamp(completed_at),
    counts,
  }
}
