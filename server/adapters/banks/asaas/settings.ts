// The settings of an Asaas account: schema, displayed values and validation.
import type { Static } from 'typebox'
import {
  ASAAS_METHODS,
  ASAAS_SANDBOX_URL,
  ASAAS_URL,
  ASAAS_USUAL_METHODS,
  type asaas,
} from '../../../../contract/banks/asaas.ts'
import type { FieldIssue, Issue } from '../../../../contract/phrases/issues.ts'
import { parseReceiverUrl } from '../../../kernel/values/urls.ts'
import type { ShownSettings } from '../port.ts'

export type AsaasSettings = Static<typeof asaas.settings>

export const SANDBOX_HOST = new URL(ASAAS_SANDBOX_URL).hostname
const LIVE_HOST = new URL(ASAAS_URL).hostname
/** Prefixes of its keys by environment; older keys have others. */
const SANDBOX_KEY = /^\$aact_hmlg_/
const LIVE_KEY = /^\$aact_prod_/

export function apiUrlOf({ api_url = ASAAS_URL }: Pick<AsaasSettings, 'api_url'>): URL | null {
  return URL.parse(parseReceiverUrl(api_url)?.key ?? '')
}

export function shownSettings(settings: AsaasSettings): ShownSettings {
  const { api_url = ASAAS_URL, methods = ASAAS_USUAL_METHODS, alert_email = null } = settings
  return { api_url: api_url.replace(/[?#].*$/s, ''), methods, alert_email }
}

export function settingFaults(settings: AsaasSettings): FieldIssue[] {
  const { api_key, methods, alert_email } = settings
  const faults: FieldIssue[] = []
  const expect = (field: keyof AsaasSettings, isFit: boolean, issue: Issue) => {
    if (!isFit) faults.push({ field, issue })
  }
  const host = apiUrlOf(settings)?.hostname
  expect('api_url', host !== undefined, 'must be an https address without credentials')
  expect('api_key', /^[!-~]+$/.test(api_key), 'must be the key as Asaas shows it, without blanks')
  expect('api_key', !(host === LIVE_HOST && SANDBOX_KEY.test(api_key)), 'is a key of the sandbox')
  expect('api_key', !(host === SANDBOX_HOST && LIVE_KEY.test(api_key)), 'is no key of the sandbox')
  const chosen = methods?.split(',') ?? []
  const isKnown = chosen.every((method) => ASAAS_METHODS.some((known) => known === method))
  expect(
    'methods',
    isKnown && new Set(chosen).size === chosen.length,
    'must be one or several of pix, boleto and card, as in pix,boleto',
  )
  expect(
    'alert_email',
    alert_email === undefined || /^\S+@\S+$/.test(alert_email),
    'must be an e-mail address',
  )
  return faults
}
