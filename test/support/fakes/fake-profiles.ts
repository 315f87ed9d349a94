// The differences of single banks with the API Pix, from public clients and documents: required requests and
// actual responses. Written independently of our profiles for comparison.
import type { PixSettings } from '../../../contract/banks/pix.ts'
import { type FakeAnswer, type FakeCall, problem } from './fake-psp-books.ts'

/** A request as received. */
export interface Knock {
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: Readonly<Record<string, string>>
  raw: string
}

export interface FakeProfile {
  api: string
  /** The path of PATCH, if it differs. */
  patchApi?: string
  token: string
  /** What an agency gets besides addresses and credentials. */
  settings: Partial<PixSettings>
  isSecretless?: boolean
  /** It is asked for no scopes, as it knows those of the application. */
  scopesAreKnown?: boolean
  tokenLifeSeconds: number
  /** Additional parameters of each call. */
  parameters: readonly string[]
  /** The requested scopes of an authenticated application; null for others. */
  askedScopes(knock: Knock, client: { id: string; secret: string }): string | null
  /** What a request lacks. */
  misses(call: FakeCall, knock: Knock): string | null
  /** Changes a response from the standard to this bank's format. */
  says(call: FakeCall, answer: FakeAnswer): FakeAnswer
  /** Responses outside the standard: method, first part of the path, status. */
  ownWays: readonly string[]
  refusesKnownIds: boolean
}

export const MANDATE_SCOPES =
  'rec.write rec.read cobr.write cobr.read payloadlocationrec.write payloadlocationrec.read ' +
  'webhookrec.write webhookrec.read webhookcobr.write webhookcobr.read'
export const SCOPES = `cob.write cob.read pix.read pix.write webhook.read webhook.write ${MANDATE_SCOPES}`

function basic({ headers }: Knock, { id, secret }: { id: string; secret: string }): boolean {
  return headers.authorization === `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

/** The form if it has exactly these fields, besides scope. */
function form({ headers, raw }: Knock, expected: Record<string, string>): URLSearchParams | null {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return null
  const { scope: _, ...sent } = Object.fromEntries(new URLSearchParams(raw))
  const isFit =
    JSON.stringify(Object.entries(sent).sort()) === JSON.stringify(Object.entries(expected).sort())
  return isFit ? new URLSearchParams(raw) : null
}

const GRANT = { grant_type: 'client_credentials' }
/** For a bank that knows the scopes of an application and accepts none in the request. */
const unasked = (sent: URLSearchParams | null) => (sent === null || sent.has('scope') ? null : SCOPES)
const asked = (sent: URLSearchParams | null) => sent?.get('scope') ?? null

export const standard: FakeProfile = {
  api: '/api/v2',
  token: '/oauth/token',
  settings: {},
  tokenLifeSeconds: 3_600,
  parameters: ['gw-app-key'],
  askedScopes: (knock, client) => (basic(knock, client) ? asked(form(knock, GRANT)) : null),
  misses: () => null,
  says: (_call, answer) => answer,
  ownWays: [],
  refusesKnownIds: false,
}

const efi: FakeProfile = {
  ...standard,
  scopesAreKnown: true,
  api: '/v2',
  settings: { profile: 'efi' },
  askedScopes(knock, client) {
    const isJson = knock.headers['content-type'] === 'application/json'
    return isJson && knock.raw === JSON.stringify(GRANT) && basic(knock, client) ? SCOPES : null
  },
  misses: ({ path }, { headers }) =>
    path.startsWith('/webhook') && headers['x-skip-mtls-checking'] !== 'true'
      ? 'A autenticação de TLS mútuo não está configurada na URL informada.'
      : null,
  says(_call, { status, body }) {
    if (status < 400) return { status, body }
    return { status, body: { nome: 'erro', mensagem: (body as { detail: string }).detail } }
  },
  ownWays: [
    'PUT /cob 400',
    'PUT /cob 409',
    'PUT /webhook 400',
    'GET /cob 404',
    'PATCH /cob 404',
    'GET /cobv 401',
    'GET /cobv 403',
    'GET /cobv 404',
    'PUT /pix 400',
    'GET /pix 404',
  ],
  refusesKnownIds: true,
}

const bancoDoBrasil: FakeProfile = {
  ...standard,
  api: '/pix/v2',
  settings: { profile: 'banco-do-brasil', app_key: 'd27bd77901ffabd01363e17d80050c56b9e1a5b9' },
  parameters: ['gw-dev-app-key'],
  misses: (_call, { query }) =>
    query['gw-dev-app-key'] === bancoDoBrasil.settings.app_key ? null : 'gw-dev-app-key',
  says({ method, path }, { status, body }) {
    if (method === 'PUT' && path.startsWith('/cob/') && status === 201) return { status: 200, body }
    const isEmpty = path === '/pix' && status === 200 && (body as { pix: unknown[] }).pix.length === 0
    const mensagem = 'Não há informações para os dados informados.'
    const erros = [{ codigo: '4769515', versao: '1', mensagem, ocorrencia: 'CHOM00000062715498140101' }]
    return isEmpty ? { status: 404, body: { erros } } : { status, body }
  },
  ownWays: ['PUT /cob 200', 'GET /pix 404'],
}

const itau: FakeProfile = {
  ...standard,
  scopesAreKnown: true,
  api: '/pix_recebimentos/v2',
  token: '/api/oauth/token',
  settings: { profile: 'itau' },
  tokenLifeSeconds: 300,
  askedScopes: (knock, { id, secret }) =>
    unasked(form(knock, { ...GRANT, client_id: id, client_secret: secret })),
  misses: (_call, { headers }) =>
    /^[0-9a-f-]{36}$/.test(String(headers['x-correlationid'])) ? null : 'x-correlationID',
}

const inter: FakeProfile = {
  ...standard,
  api: '/pix/v2',
  token: '/oauth/v2/token',
  settings: { profile: 'inter', account: '123456789' },
  askedScopes: (knock, { id, secret }) =>
    asked(form(knock, { ...GRANT, client_id: id, client_secret: secret })),
  misses: (_call, { headers }) => (headers['x-conta-corrente'] === '123456789' ? null : 'x-conta-corrente'),
}

const sicoob: FakeProfile = {
  ...standard,
  api: '/pix/api/v2',
  token: '/auth/realms/cooperado/protocol/openid-connect/token',
  settings: { profile: 'sicoob' },
  isSecretless: true,
  askedScopes: (knock, { id }) => asked(form(knock, { ...GRANT, client_id: id })),
  misses: (_call, { headers }) => (typeof headers.client_id === 'string' ? null : 'client_id'),
  says({ method, path }, { status, body }) {
    if (method === 'PUT' && path.startsWith('/pix/') && status === 201) return { status: 200, body }
    return { status, body: renamed(body, 'brcode') }
  },
  ownWays: ['PUT /pix 200'],
}

const santander: FakeProfile = {
  ...standard,
  scopesAreKnown: true,
  api: '/api/v1',
  patchApi: '/api/v2',
  token: '/oauth/token?grant_type=client_credentials',
  settings: { profile: 'santander' },
  tokenLifeSeconds: 300,
  askedScopes(knock, { id, secret }) {
    const isGranted = knock.query.grant_type === 'client_credentials'
    return isGranted ? unasked(form(knock, { client_id: id, client_secret: secret })) : null
  },
  misses: (_call, { query }) => (`${query.inicio}${query.fim}`.includes('.') ? 'milissegundos' : null),
  says: (_call, { status, body }) => ({ status, body: renamed(body, null) }),
}

export const FAKE_PROFILES = { efi, 'banco-do-brasil': bancoDoBrasil, itau, inter, sicoob, santander }

/** Renames or removes the code of a charge. */
function renamed(body: unknown, name: string | null): unknown {
  if (typeof body !== 'object' || body === null || !('pixCopiaECola' in body)) return body
  const { pixCopiaECola, ...rest } = body
  return name === null ? rest : { ...rest, [name]: pixCopiaECola }
}

export function missing(what: string): FakeAnswer {
  return problem(400, 'RequisicaoInvalida', `Falta: ${what}`)
}
