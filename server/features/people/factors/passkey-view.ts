// A passkey as its owner sees it.
import type { Passkey } from '../../../../contract/passkeys.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import type { PasskeyRow } from './passkey-store.ts'

export function passkeyView({ id, name, backed_up, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    id,
    name,
    synchronised: backed_up,
    created_at: isoTimestamp(created_at),
    last_used_at: last_used_at === null ? null : isoTimestamp(last_used_at),
  }
}
