// Settings of identity providers.
import { optional, type ValuesOf } from '../../kernel/process/settings.ts'

export const IDENTITY_SETTINGS = {
  oidcProviders: optional(
    'OIDC_PROVIDERS',
    issuers,
    'OpenID Connect issuers that people may sign in through: `google=https://accounts.google.com, ...`',
  ),
  oidcClientIds: optional('OIDC_CLIENT_IDS', named, 'Client id at each of them: `google=..., ...`'),
  oidcClientSecrets: optional('OIDC_CLIENT_SECRETS', named, 'Client secret at each of them'),
} as const

export type IdentityConfig = ValuesOf<typeof IDENTITY_SETTINGS>

const PART = /^([a-z][a-z0-9-]{0,29})=(\S+)$/

function named(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = PART.exec(part.trim()) ?? []
    if (name === '' || found.has(name)) throw new Error('must look like google=..., other-name=...')
    found.set(name, value)
  }
  return found
}

function issuers(text: string): ReadonlyMap<string, string> {
  const found = named(text)
  for (const address of found.values()) {
    const url = URL.parse(address)
    const isLocal = url?.protocol === 'http:' && /^(127\.|\[::1\]$|localhost$)/.test(url.hostname)
    if (url?.protocol !== 'https:' && !isLocal)
      throw new Error('must name issuers over https, such as google=https://accounts.google.com')
  }
  return found
}

/** Missing or unexpected client settings of the named providers. */
export function unknownClients(config: IdentityConfig): string[] {
  const names = [...(config.oidcProviders?.keys() ?? [])].toSorted().join(', ')
  const lists = { OIDC_CLIENT_IDS: config.oidcClientIds, OIDC_CLIENT_SECRETS: config.oidcClientSecrets }
  return Object.entries(lists)
    .filter(([, list]) => [...(list?.keys() ?? [])].toSorted().join(', ') !== names)
    .map(([setting]) => `${setting} must be for the same names as OIDC_PROVIDERS`)
}
