// Settings of the account with Duffel.
import { anyText, httpUrl, optional, type Parse, setting } from '../../../base/process/setting.ts'

export const DUFFEL_SETTINGS = {
  duffelToken: optional('DUFFEL_TOKEN', duffelToken('live'), 'Access token of Duffel for live keys'),
  duffelTestToken: optional('DUFFEL_TEST_TOKEN', duffelToken('test'), 'Its test token, for test keys'),
  duffelWebhookSecret: optional('DUFFEL_WEBHOOK_SECRET', anyText, 'Secret of its webhook for live orders'),
  duffelTestWebhookSecret: optional('DUFFEL_TEST_WEBHOOK_SECRET', anyText, 'The same for test orders'),
  duffelUrl: setting('DUFFEL_URL', 'https://api.duffel.com', httpUrl, "Address of Duffel's API"),
} as const

/** A token of the other mode would book real flights for a test, or none for a client. */
function duffelToken(mode: 'live' | 'test'): Parse<string> {
  return (text) => {
    if (!text.startsWith(`duffel_${mode}_`)) throw new Error(`must begin with duffel_${mode}_`)
    return text
  }
}
