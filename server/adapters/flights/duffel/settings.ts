// Settings of the Duffel account.

import type { ProcessConfig } from '../../../kernel/process/settings.ts'
import {
  anyText,
  httpUrl,
  optional,
  type Parse,
  setting,
  type ValuesOf,
} from '../../../kernel/process/settings.ts'
import { isSandboxAddress } from '../../../kernel/values/urls.ts'

export const DUFFEL_SETTINGS = {
  duffelToken: optional('DUFFEL_TOKEN', duffelToken('live'), 'Access token of Duffel for live keys'),
  duffelTestToken: optional('DUFFEL_TEST_TOKEN', duffelToken('test'), 'Its test token, for test keys'),
  duffelWebhookSecret: optional('DUFFEL_WEBHOOK_SECRET', anyText, 'Secret of its webhook for live orders'),
  duffelTestWebhookSecret: optional('DUFFEL_TEST_WEBHOOK_SECRET', anyText, 'The same for test orders'),
  duffelUrl: setting('DUFFEL_URL', 'https://api.duffel.com', httpUrl, "Address of Duffel's API"),
} as const
export type DuffelConfig = ValuesOf<typeof DUFFEL_SETTINGS>

/** A token of the other mode would book real flights for a test, or none for a client. */
function duffelToken(mode: 'live' | 'test'): Parse<string> {
  return (text) => {
    if (!text.startsWith(`duffel_${mode}_`)) throw new Error(`must begin with duffel_${mode}_`)
    return text
  }
}

/** Refuses a live token outside production, so that trials cannot order anything real. */
export function liveOutsideProduction({
  environment,
  sandboxHosts,
  duffelToken,
  duffelUrl,
}: ProcessConfig & DuffelConfig): string[] {
  if (environment === 'production' || duffelToken === null) return []
  if (isSandboxAddress(duffelUrl, sandboxHosts ?? [])) return []
  return [
    'DUFFEL_TOKEN sells real flights, and NODE_ENV is not production; use DUFFEL_TEST_TOKEN, or set NODE_ENV',
  ]
}
