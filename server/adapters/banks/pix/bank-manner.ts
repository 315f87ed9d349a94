// How one bank wants to be spoken to: what its profile says, and what the settings of a team say instead.
import { PIX_PROFILES, type PixProfileName, type PixSettings } from '../../../../contract/banks/pix.ts'
import { makeUuid } from '../../../kernel/values/ids.ts'
import { bancoDoBrasil } from './profiles/banco-do-brasil.ts'
import { efi } from './profiles/efi.ts'
import { generic } from './profiles/generic.ts'
import { inter } from './profiles/inter.ts'
import { itau } from './profiles/itau.ts'
import type { PixProfile } from './profiles/pix-profile.ts'
import { santander } from './profiles/santander.ts'
import { sicoob } from './profiles/sicoob.ts'

const PROFILES: Readonly<Record<PixProfileName, PixProfile>> = {
  generic,
  efi,
  'banco-do-brasil': bancoDoBrasil,
  itau,
  inter,
  sicoob,
  santander,
}

export interface BankManner
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

export function mannerOf(settings: PixSettings): BankManner {
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
export function headersIn(lines: string): Record<string, string> | null {
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
