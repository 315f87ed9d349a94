// The settings of a team's account at a bank with the API Pix: their form, what may be shown, and their faults.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Static } from 'typebox'
import type { pix } from '../../../../contract/banks/pix.ts'
import { parseReceiverUrl } from '../../../rules/receiver-url.ts'
import type { SettingFault, ShownSettings } from '../port.ts'

/**
 * The addresses are as the bank names them, with its version; a query is sent with each call. Certificates are PEM, and
 * those above the first may follow it. With an authority, only it may vouch for the bank.
 */
export type PixSettings = Static<typeof pix.settings>

/** Without the queries of the addresses, as some banks want an application key there. */
export function shownSettings(settings: PixSettings): ShownSettings {
  const { api_url, token_url, client_id, pix_key, certificate, authority = null } = settings
  return {
    api_url: withoutQuery(api_url),
    token_url: withoutQuery(token_url),
    client_id,
    pix_key,
    certificate,
    authority,
  }
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

export function settingFaults(settings: PixSettings, at: Date): SettingFault[] {
  const faults: SettingFault[] = []
  const expect = (field: keyof PixSettings, isFit: boolean, issue: string) => {
    if (!isFit) faults.push({ field, issue })
  }
  expect(
    'api_url',
    parseReceiverUrl(settings.api_url) !== null,
    'must be an https address without credentials',
  )
  expect(
    'token_url',
    parseReceiverUrl(settings.token_url) !== null,
    'must be an https address without credentials',
  )
  expect('client_id', /^[^:\p{Cc}]+$/u.test(settings.client_id), 'must not be empty, nor have a colon')
  expect(
    'client_secret',
    /^\P{Cc}+$/u.test(settings.client_secret),
    'must not be empty, nor have line breaks',
  )
  expect(
    'pix_key',
    isPixKey(settings.pix_key),
    'must be a UUID, CPF, CNPJ, e-mail or +55 phone, without punctuation',
  )
  const [certificate] = certificatesOf(settings.certificate) ?? []
  const privateKey = privateKeyOf(settings.private_key)
  expect('certificate', certificate !== undefined, 'must be a certificate in PEM')
  expect('private_key', privateKey !== null, 'must be a private key in PEM, without a passphrase')
  if (certificate !== undefined) {
    expect('certificate', certificate.validToDate > at, 'has expired')
    expect('certificate', certificate.validFromDate <= at, 'is not valid yet')
    const isPair = privateKey === null || certificate.checkPrivateKey(privateKey)
    expect('private_key', isPair, 'does not belong to the certificate')
  }
  const { authority } = settings
  expect(
    'authority',
    authority === undefined || certificatesOf(authority) !== null,
    'must be certificates in PEM',
  )
  return faults
}

function isPixKey(text: string): boolean {
  const forms = [
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/,
    /^(?=.{3,77}$)[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
    /^\+55\d{10,11}$/,
  ]
  return forms.some((form) => form.test(text))
}

/** Null unless there is at least one, and each can be read. */
function certificatesOf(pem: string): X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  return blocks === null ? null : nullIfThrown(() => blocks.map((block) => new X509Certificate(block)))
}

function privateKeyOf(pem: string): KeyObject | null {
  return nullIfThrown(() => createPrivateKey({ key: pem, format: 'pem' }))
}

function nullIfThrown<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
