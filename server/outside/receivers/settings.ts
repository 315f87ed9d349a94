// The setting that lets webhooks into networks which are not public.
import { optional } from '../../base/process/setting.ts'
import { parseCidrs } from './cidrs.ts'

export const RECEIVER_SETTINGS = {
  webhookAllowedCidrs: optional(
    'WEBHOOK_ALLOWED_CIDRS',
    parseCidrs,
    'Networks that may receive webhooks although they are not public (`10.0.0.0/8, ...`)',
  ),
} as const
