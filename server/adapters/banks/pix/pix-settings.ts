// The settings of an account at a bank with the API Pix: schema, displayed values and validation.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import {
  PIX_PROFILES,
  type PixProfileName,
  type PixSettings,
  RECEIVING_ACCOUNT_TYPES,
} from '../../../../contract/banks/pix.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../../contract/phrases/issues.ts'
import { makeUuid } from '../../../kernel/values/ids.ts'
import { parseReceiverUrl } from '../../../kernel/values/urls.ts'
import type { ShownSettings } from '../port.ts'
import { bancoDoBrasil, efi, generic, inter, itau, type PixProfile, santander, sicoob } from './profiles.ts'

// The protocol of one bank: its profile, overridden by the team's settings.

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
  /** Sent with each call; some values differ each time. */
  headers(at: Date): Record<string, string>
  readonly query: Readonly<Record<string, string>>
  /** Values that a bank might quote and that must not be shown. */
  readonly secrets: readonly string[]
}

/** Undefined for an unknown name. */
export function profileOf({ profile = 'generic' }: Pick<PixSettings, 'profile'>): PixProfile | undefined {
  const name = PIX_PROFILES.find((known) => known === profile)
  return name === undefined ? undefined : PROFILES[name]
}

/** The settings, with omitted addresses taken from the profile. */
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

/** Headers that settings may not override. */
const OUR_HEADERS =
  /^(?:authorization|accept|content-type|content-length|host|connection|transfer-encoding)$/i
const HEADER = /^([!#$%&'*+.^_`|~0-9a-z-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/i

/** Null if a line is no header or sets a reserved one. */
function headersIn(lines: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const line of lines.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined || OUR_HEADERS.test(name)) return null
    headers[name] = value
  }
  return headers
}

/** Without texts whose setting is omitted. */
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

/** Without the queries of addresses, which may contain an application key. */
export function shownSettings(settings: PixSettings): ShownSettings {
  const { client_id, pix_key, certificate, authority = null, profile = 'generic', account = null } = settings
  const { api_url, token_url, token_auth = null, scopes = null } = settings
  const { receiving_account = null, receiving_branch = null, receiving_account_type = null } = settings
  return {
    profile,
    // Addresses of a profile are not stored, so that the current profile applies.
    api_url: api_url === undefined ? null : withoutQuery(api_url),
    token_url: token_url === undefined ? null : withoutQuery(token_url),
    client_id,
    pix_key,
    certificate,
    authority,
    account,
    token_auth,
    scopes,
    receiving_account,
    receiving_branch,
    receiving_account_type,
  }
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

export function settingFaults(settings: PixSettings, at: Date): FieldIssue[] {
  const faults: FieldIssue[] = []
  const expect = (field: keyof PixSettings, isFit: boolean, issue: Issue) => {
    if (!isFit) faults.push({ field, issue })
  }
  faults.push(...protocolFaults(settings))
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
  faults.push(...accountFaults(settings))
  const { authority } = settings
  expect(
    'authority',
    authority === undefined || certificatesOf(authority) !== null,
    'must be certificates in PEM',
  )
  return faults
}

function accountFaults(settings: PixSettings): FieldIssue[] {
  const { receiving_account = '1', receiving_branch = '1', receiving_account_type = 'checking' } = settings
  const fits: [field: keyof PixSettings, isFit: boolean, issue: Issue][] = [
    [
      'receiving_account',
      /^[0-9A-Za-z]{1,20}$/.test(receiving_account),
      'must be digits without punctuation',
    ],
    ['receiving_branch', /^\d{1,4}$/.test(receiving_branch), 'must be up to 4 digits, without a check digit'],
    [
      'receiving_account_type',
      RECEIVING_ACCOUNT_TYPES.some((type) => type === receiving_account_type),
      issueWith('must be one of {list}', { list: RECEIVING_ACCOUNT_TYPES.join(', ') }),
    ],
  ]
  return fits.filter(([, isFit]) => !isFit).map(([field, , issue]) => ({ field, issue }))
}

/** Problems of the protocol settings. */
function protocolFaults(settings: PixSettings): FieldIssue[] {
  const profile = profileOf(settings)
  if (profile === undefined)
    return [
      { field: 'profile', issue: issueWith('must be one of {list}', { list: PIX_PROFILES.join(', ') }) },
    ]
  const required = issueWith('is required for {bank}', { bank: profile.bank })
  const { client_secret: secret, token_auth = profile.tokenAuth, scopes = '', headers = '' } = settings
  const { apiUrl, tokenUrl } = addressesOf(settings)
  const isAddress = (address: string) => parseReceiverUrl(address) !== null
  const fits: [field: keyof PixSettings, isFit: boolean, issue: Issue][] = [
    ['api_url', isAddress(apiUrl), 'must be an https address without credentials'],
    ['token_url', isAddress(tokenUrl), 'must be an https address without credentials'],
    ['client_secret', secret !== undefined || profile.secret === 'optional', required],
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
    ...needs.map((field) => ({ field, issue: required })),
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
