// Declares the due work of people.
import { TECHNICAL } from '../outbox/waits.ts'
import { teamWork } from '../outbox/work.ts'

export type FactorNotice =
  | 'totp_confirmed'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_deleted'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'

/** A mail to a person whose factors changed. Served by notices, which people know nothing of. */
export const factorMail = teamWork<{ personId: string; notice: FactorNotice; passkey?: string }>(
  'factor-mail',
  {
    waits: TECHNICAL,
    cap: 2,
  },
)
