// Settings of webhooks: non-public networks they may reach, and when one is disabled.
import { optional, type ValuesOf, wholeNumber } from '../../kernel/process/settings.ts'
import { parseCidrs } from './addresses.ts'

export const RECEIVER_SETTINGS = {
  webhookAllowedCidrs: optional(
    'WEBHOOK_ALLOWED_CIDRS',
    parseCidrs,
    'Networks that may receive webhooks although they are not public (`10.0.0.0/8, ...`)',
  ),
  webhookOffAfterMinutes: optional(
    'WEBHOOK_OFF_AFTER_MINUTES',
    wholeNumber(0, 10_080),
    'How long six or more failures in a row must go on to switch a webhook off; unless set, 10 in production, else 0',
  ),
} as const

export type ReceiverConfig = ValuesOf<typeof RECEIVER_SETTINGS>
