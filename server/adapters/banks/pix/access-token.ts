// The token that opens a bank's API: fetched with the team's credentials, and shared until shortly before its end.
import type { Clock } from '../../../kernel/process/clock.ts'
import type { Outcome } from '../port.ts'
import type { BankAnswer, BankRequest } from './bank-exchange.ts'
import type { BankManner } from './bank-manner.ts'
import { fieldsOf } from './json-fields.ts'

export interface AccessToken {
  value: string
  /** Just fetched: if the bank refuses it, fetching another will not help. */
  isFresh: boolean
}

export interface AccessTokens {
  current(): Promise<Outcome<AccessToken>>
  /** Another one than this, which the bank has refused. */
  insteadOf(refused: string): Promise<Outcome<AccessToken>>
}

export interface TokenAccount {
  tokenUrl: URL
  clientId: string
  /** Undefined where the certificate is the proof. */
  clientSecret: string | undefined
  manner: Pick<BankManner, 'tokenAuth' | 'tokenBody' | 'scopes'>
}

const REFUSED = 'the bank does not accept the credentials'
const UNFIT = 'the bank answered with a token that cannot be used'
/** Renewed this long before its end, as a request takes time too. */
const MARGIN_MS = 30_000
/** Where the bank does not say how long it lives. */
const LIFE_SECONDS = 60
/** The error codes of OAuth; any other text could quote a secret and is not logged. */
const OAUTH_ERRORS = new Set<unknown>([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])
// It is sent as a header, so it must hold nothing that could break one.
const TOKEN = /^[\x21-\x7e]{1,8192}$/

export function makeAccessTokens(
  account: TokenAccount,
  wall: Clock,
  send: (request: BankRequest) => Promise<BankAnswer>,
): AccessTokens {
  const request = requestFor(account)
  let known: { value: string; untilMs: number } | null = null
  let running: Promise<Outcome<AccessToken>> | null = null

  async function fetchToken(): Promise<Outcome<AccessToken>> {
    const askedMs = wall.now().getTime()
    const read = tokenOf(await send(request))
    if (read.outcome !== 'confirmed') return read
    const { value, lifeMs } = read.value
    known = { value, untilMs: askedMs + lifeMs - Math.min(MARGIN_MS, lifeMs / 2) }
    return { outcome: 'confirmed', value: { value, isFresh: true } }
  }

  async function current(): Promise<Outcome<AccessToken>> {
    if (known !== null && wall.now().getTime() < known.untilMs) {
      return { outcome: 'confirmed', value: { value: known.value, isFresh: false } }
    }
    running ??= fetchToken().finally(() => {
      running = null
    })
    return running
  }

  return {
    current,
    insteadOf(refused) {
      if (known?.value === refused) known = null
      return current()
    },
  }
}

function requestFor({ tokenUrl, clientId, clientSecret, manner }: TokenAccount): BankRequest {
  const { tokenAuth, tokenBody, scopes } = manner
  const inBody = tokenAuth === 'body'
  const fields = {
    // Some banks want it in the address, and have it there.
    ...(!tokenUrl.searchParams.has('grant_type') && { grant_type: 'client_credentials' }),
    ...(inBody && { client_id: clientId }),
    ...(inBody && clientSecret !== undefined && { client_secret: clientSecret }),
    ...(scopes !== '' && { scope: scopes }),
  }
  const credentials = Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')
  const isForm = tokenBody === 'form'
  return {
    method: 'POST',
    url: tokenUrl,
    headers: {
      ...(!inBody && { authorization: `Basic ${credentials}` }),
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      accept: 'application/json',
    },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
  }
}

function tokenOf(answer: BankAnswer): Outcome<{ value: string; lifeMs: number }> {
  if (answer.status === null) {
    const { failure, reason } = answer
    return failure === 'never'
      ? { outcome: 'rejected', reason, cause: 'account' }
      : { outcome: 'unknown', reason }
  }
  const fields = fieldsOf(answer.text)
  const { status } = answer
  if (status === 408 || status === 429 || status < 200 || status > 499 || (status >= 300 && status < 400)) {
    return { outcome: 'unknown', reason: `the bank answered ${status} when asked for a token` }
  }
  if (status >= 400) {
    const word = OAUTH_ERRORS.has(fields?.error) ? fields?.error : status
    return { outcome: 'rejected', reason: `${REFUSED} (${word})`, cause: 'account' }
  }
  const { access_token: value, token_type: type = 'bearer', expires_in: life = LIFE_SECONDS } = fields ?? {}
  const seconds = typeof life === 'string' && /^\d{1,9}$/.test(life) ? Number(life) : life
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer'
  if (typeof value !== 'string' || !TOKEN.test(value) || !isBearer)
    return { outcome: 'unknown', reason: UNFIT }
  if (typeof seconds !== 'number' || !(seconds > 0)) return { outcome: 'unknown', reason: UNFIT }
  return { outcome: 'confirmed', value: { value, lifeMs: seconds * 1_000 } }
}
