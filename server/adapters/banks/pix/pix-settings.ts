// The settings of a team's account at a bank with the API Pix: their form, what may be shown, and their faults.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { PIX_PROFILES, type PixProfileName, type PixSettings } from '../../../../contract/banks/pix.ts'
import { makeUuid } from '../../../kernel/values/ids.ts'
import { parseReceiverUrl } from '../../../kernel/values/urls.ts'
import type { SettingFault, ShownSettings } from '../port.ts'
import { bancoDoBrasil, efi, generic, inter, itau, type PixProfile, santander, sicoob } from './profiles.ts'

// How one bank wants to be spoken to: what its profile says, and what the settings of a team say instead.

const PROFILES: Readonly<Record<PixProfileName, PixProfile>> = {
  generic,
  efi,
  'banco-do-brasil': bancoDoBrasil,
  itau,
  inter,
  sicoob,
  santander,
}

export interface BankDialect
  extends Pick<PixProfile, 'tokenBody' | 'webhookHeaders' | 'patchPath' | 'listsNothingAs404'> {
  readonly tokenAuth: PixProfile['tokenAuth']
  readonly scopes: string
  /** With each call; some are other ones each time. */
  headers(at: Date): Record<string, string>
  readonly query: Readonly<Record<string, string>>
  /** What of it a bank might quote and nobody may be told. */
  readonly secrets: readonly string[]
}

/** Undefined where there is none of this name. */
export function profileOf({ profile = 'generic' }: Pick<PixSettings, 'profile'>): PixProfile | undefined {
  const name = PIX_PROFILES.find((known) => known === profile)
  return name === undefined ? undefined : PROFILES[name]
}

/** The settings with the addresses that the profile knows, where they were left out. */
export function addressesOf(settings: PixSettings): { apiUrl: string; tokenUrl: string } {
  const profile = profileOf(settings) ?? generic
  return {
    apiUrl: settings.api_url ?? profile.apiUrl ?? '',
    tokenUrl: settings.token_url ?? profile.tokenUrl ?? '',
  }
}

export function dialectOf(settings: PixSettings): BankDialect {
  const profile = profileOf(settings) ?? generic
  const own = headersIn(settings.headers ?? '') ?? {}
  const query = Object.fromEntries(new URLSearchParams(settings.query ?? ''))
  return {
    tokenAuth:
      settings.token_auth === 'body' || settings.token_auth === 'basic'
        ? settings.token_auth
        : profile.tokenAuth,
    tokenBody: profile.tokenBody,
    scopes: settings.scopes ?? profile.scopes,
    headers: (at) => ({ ...filled(profile.headers, { ...settings, uuid: makeUuid(at) }), ...own }),
    query: { ...filled(profile.query, settings), ...query },
    webhookHeaders: profile.webhookHeaders,
    patchPath: profile.patchPath,
    listsNothingAs404: profile.listsNothingAs404,
    secrets: [
      settings.client_secret ?? '',
      settings.app_key ?? '',
      ...Object.values(own),
      ...Object.values(query),
    ].filter((secret) => secret !== ''),
  }
}

/** Ours, whoever wants another. */
const OUR_HEADERS =
  /^(?:authorization|accept|content-type|content-length|host|connection|transfer-encoding)$/i
const HEADER = /^([!#$%&'*+.^_`|~0-9a-z-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/i

/** Null where a line is no header, or one that is not for others to set. */
function headersIn(lines: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const line of lines.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined || OUR_HEADERS.test(name)) return null
    headers[name] = value
  }
  return headers
}

/** Without those whose setting is left out. */
function filled(
  templates: Readonly<Record<string, string>>,
  { client_id, account, app_key, uuid }: PixSettings & { uuid?: string },
): Record<string, string> {
  const values: Record<string, string | undefined> = { client_id, account, app_key, uuid }
  const entries = Object.entries(templates).map(([name, template]) => {
    const isWhole = [...template.matchAll(/\{(\w+)\}/g)].every(([, setting = '']) => values[setting])
    const text = template.replaceAll(/\{(\w+)\}/g, (_, setting) => values[setting] ?? '')
    return isWhole ? [name, text] : null
  })
  return Object.fromEntries(entries.filter((entry) => entry !== null))
}

/** Without the queries of the addresses, as some banks want an application key there. */
export function shownSettings(settings: PixSettings): ShownSettings {
  const { client_id, pix_key, certificate, authority = null, profile = 'generic', account = null } = settings
  const { api_url, token_url, token_auth = null, scopes = null } = settings
  return {
    profile,
    // Those of a profile are not kept, so that they are what the profile says now.
    api_url: api_url === undefined ? null : withoutQuery(api_url),
    token_url: token_url === undefined ? null : withoutQuery(token_url),
    client_id,
    pix_key,
    certificate,
    authority,
    account,
    token_auth,
    scopes,
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
  faults.push(...mannerFaults(settings))
  expect('client_id', /^[^:\p{Cc}]+$/u.test(settings.client_id), 'must not be empty, nor have a colon')
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

/** What is wrong with how the bank is to be spoken to. */
function mannerFaults(settings: PixSettings): SettingFault[] {
  const profile = profileOf(settings)
  if (profile === undefined) return [{ field: 'profile', issue: `must be one of ${PIX_PROFILES.join(', ')}` }]
  const { client_secret: secret, token_auth = profile.tokenAuth, scopes = '', headers = '' } = settings
  const { apiUrl, tokenUrl } = addressesOf(settings)
  const isAddress = (address: string) => parseReceiverUrl(address) !== null
  const fits: [field: keyof PixSettings, isFit: boolean, issue: string][] = [
    ['api_url', isAddress(apiUrl), 'must be an https address without credentials'],
    ['token_url', isAddress(tokenUrl), 'must be an https address without credentials'],
    [
      'client_secret',
      secret !== undefined || profile.secret === 'optional',
      `is required for ${profile.bank}`,
    ],
    ['client_secret', /^\P{Cc}+$/u.test(secret ?? 'none'), 'must not be empty, nor have line breaks'],
    ['token_auth', token_auth === 'basic' || token_auth === 'body', 'must be basic or body'],
    ['scopes', /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/.test(scopes), 'must be words with a space between'],
    [
      'headers',
      headersIn(headers) !== null,
      'must be lines of `Name: value`, and none that we set ourselves',
    ],
    ['query', !/[\p{Cc}\s#]/u.test(settings.query ?? ''), 'must be `name=value` with & between'],
    ['account', /^[\x21-\x7e]*$/.test(settings.account ?? ''), 'must have no spaces'],
    ['app_key', /^[\x21-\x7e]*$/.test(settings.app_key ?? ''), 'must have no spaces'],
  ]
  const needs = profile.needs.filter((name) => !settings[name])
  return [
    ...needs.map((field) => ({ field, issue: `is required for ${profile.bank}` })),
    ...fits.filter(([, isFit]) => !isFit).map(([field, , issue]) => ({ field, issue })),
  ]
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
