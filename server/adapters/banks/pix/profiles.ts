// The differences of banks with the API Pix, as data: one object for each, with its sources.

/**
 * Texts may name settings, such as {client_id}; a header or parameter whose setting is omitted is not sent.
 * {uuid} differs each time.
 */
export interface PixProfile {
  /** The displayed name. */
  readonly bank: string
  /** Null if each customer has its own. */
  readonly apiUrl: string | null
  readonly tokenUrl: string | null
  /** The place of the client's id and secret in the token request. */
  readonly tokenAuth: 'basic' | 'body'
  readonly tokenBody: 'form' | 'json'
  /** Without a secret, the certificate is the proof. */
  readonly secret: 'required' | 'optional'
  /** Empty: the bank knows the scopes of the application. */
  readonly scopes: string
  readonly needs: readonly 'app_key'[]
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly webhookHeaders: Readonly<Record<string, string>>
  /** A part of the address that differs for PATCH. */
  readonly patchPath: { readonly from: string; readonly to: string } | null
  /** An empty list of payments is returned as 404. */
  readonly listsNothingAs404: boolean
}

/** Exactly the scopes that are used. */
const USED_SCOPES = 'cob.write cob.read pix.read pix.write webhook.write'

const STANDARD = {
  apiUrl: null,
  tokenUrl: null,
  tokenAuth: 'basic',
  tokenBody: 'form',
  secret: 'required',
  scopes: USED_SCOPES,
  needs: [],
  headers: {},
  query: {},
  webhookHeaders: {},
  patchPath: null,
  listsNothingAs404: false,
} as const satisfies Omit<PixProfile, 'bank'>

// Banco do Brasil. From public clients of it (ACBrPIXPSPBancoDoBrasil of Projeto ACBr, github.com/vinhais/bb-pix-go)
// and its portal developers.bb.com.br: addresses, HTTP Basic with scopes, the application's key as the parameter
// gw-dev-app-key of each call, and errors as `erros[].mensagem`. That an empty list is 404 is what such clients rely
// on; the portal could not be read. Homologation is api-pix.hm.bb.com.br and oauth.hm.bb.com.br. Not tried with a real
// account.

export const bancoDoBrasil: PixProfile = {
  ...STANDARD,
  bank: 'Banco do Brasil',
  apiUrl: 'https://api-pix.bb.com.br/pix/v2',
  tokenUrl: 'https://oauth.bb.com.br/oauth/token',
  needs: ['app_key'],
  query: { 'gw-dev-app-key': '{app_key}' },
  listsNothingAs404: true,
}

// Efí (formerly Gerencianet). From its SDK (npm sdk-node-apis-efi 1.4.0): addresses, HTTP Basic with a JSON body and
// no scope, `x-skip-mtls-checking`. From its documentation (dev.efipay.com.br/docs/api-pix, credenciais and webhooks):
// it calls the address of a webhook before it accepts it, and then address + /pix; with that header it does so without
// demanding that we check its certificate. The sandbox is pix-h.api.efipay.com.br. Not tried with a real account.

export const efi: PixProfile = {
  ...STANDARD,
  bank: 'Efí',
  apiUrl: 'https://pix.api.efipay.com.br/v2',
  tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
  tokenBody: 'json',
  scopes: '',
  webhookHeaders: { 'x-skip-mtls-checking': 'true' },
}

// Any bank that keeps to Banco Central's documents: openapi.yaml of github.com/bacen/pix-api, and the manual of
// security (OAuth2 client credentials over mutual TLS).

export const generic: PixProfile = { ...STANDARD, bank: 'any bank', secret: 'optional' }

// Inter. From public clients of it (ACBrPIXPSPInter of Projeto ACBr, divulgueregional/api-inter-v2) and
// developers.inter.co as they quote it: addresses, id, secret and scopes in the body, and `x-conta-corrente`, which is
// needed only where the application has more than one account. The sandbox is cdpj-sandbox.partners.uatinter.co. Not
// tried with a real account.

export const inter: PixProfile = {
  ...STANDARD,
  bank: 'Inter',
  apiUrl: 'https://cdpj.partners.bancointer.com.br/pix/v2',
  tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
  tokenAuth: 'body',
  headers: { 'x-conta-corrente': '{account}' },
}

// Itaú. From public clients of it (ACBrPIXPSPItau of Projeto ACBr and others) and devportal.itau.com.br as they quote
// it: addresses, id and secret in the body without a scope, a token of five minutes, `x-correlationID` with each call,
// and `x-itau-apikey`, which some send and none is refused for. The older token endpoint is
// sts.itau.com.br/as/token.oauth2. Accounts that must sign their request for a token (private_key_jwt) are not served.
// Not tried with a real account.

export const itau: PixProfile = {
  ...STANDARD,
  bank: 'Itaú',
  apiUrl: 'https://secure.api.itau/pix_recebimentos/v2',
  tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
  tokenAuth: 'body',
  scopes: '',
  headers: { 'x-correlationID': '{uuid}', 'x-itau-apikey': '{client_id}' },
}

// Santander. From public clients of it (ACBrPIXPSPSantander of Projeto ACBr and others): addresses, id and secret in
// the body with grant_type in the address and no scope, PATCH under /api/v2, times without milliseconds, and
// `location` without a code. Homologation is trust-pix-h.santander.com.br. Not tried with a real account.

export const santander: PixProfile = {
  ...STANDARD,
  bank: 'Santander',
  apiUrl: 'https://trust-pix.santander.com.br/api/v1',
  tokenUrl: 'https://trust-pix.santander.com.br/oauth/token?grant_type=client_credentials',
  tokenAuth: 'body',
  scopes: '',
  patchPath: { from: '/api/v1/', to: '/api/v2/' },
}

// Sicoob. From public clients of it (ACBrPIXPSPSicoob of Projeto ACBr, github.com/laddertech/pypix-api): addresses,
// the id and scopes in the body without a secret (the certificate is the proof), the id again as the header
// `client_id`, and the code of a charge as `brcode`. Not tried with a real account.

export const sicoob: PixProfile = {
  ...STANDARD,
  bank: 'Sicoob',
  apiUrl: 'https://api.sicoob.com.br/pix/api/v2',
  tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
  tokenAuth: 'body',
  secret: 'optional',
  headers: { client_id: '{client_id}' },
}
