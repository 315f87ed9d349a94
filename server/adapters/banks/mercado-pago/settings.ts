// The settings of a Mercado Pago account: displayed values and validation.
import type { Static } from 'typebox'
import { MERCADO_PAGO_URL, type mercadoPago } from '../../../../contract/banks/mercado-pago.ts'
import type { FieldIssue, Issue } from '../../../../contract/phrases/issues.ts'
import { parseReceiverUrl } from '../../../kernel/values/urls.ts'
import type { ShownSettings } from '../port.ts'

export type MercadoPagoSettings = Static<typeof mercadoPago.settings>

export function apiUrlOf({ api_url = MERCADO_PAGO_URL }: Pick<MercadoPagoSettings, 'api_url'>): URL | null {
  return URL.parse(parseReceiverUrl(api_url)?.key ?? '')
}

export function shownSettings({
  api_url = MERCADO_PAGO_URL,
  webhook_secret,
}: MercadoPagoSettings): ShownSettings {
  return {
    api_url: api_url.replace(/[?#].*$/s, ''),
    notifications: webhook_secret === undefined ? 'by_charge' : 'signed',
  }
}

export function settingFaults(settings: MercadoPagoSettings): FieldIssue[] {
  const { access_token, webhook_secret } = settings
  const faults: FieldIssue[] = []
  const expect = (field: keyof MercadoPagoSettings, isFit: boolean, issue: Issue) => {
    if (!isFit) faults.push({ field, issue })
  }
  expect('api_url', apiUrlOf(settings) !== null, 'must be an https address without credentials')
  expect('access_token', /^[!-~]+$/.test(access_token), 'must be the access token as Mercado Pago shows it')
  expect('access_token', !access_token.startsWith('TEST-'), 'is a test credential: use the one of production')
  expect(
    'webhook_secret',
    webhook_secret === undefined || /^[!-~]+$/.test(webhook_secret),
    'must be the secret as Mercado Pago shows it',
  )
  return faults
}
