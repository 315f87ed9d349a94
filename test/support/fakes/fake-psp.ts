// A fake bank with the API Pix: an HTTPS server on loopback that requires a client certificate, issues
// tokens, keeps books, and fails on request.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Agent } from 'undici'
import type { PixSettings } from '../../../contract/banks/pix.ts'
import { type Clock, realClock } from '../../../server/kernel/process/clock.ts'
import { answerFaults, callbackFaults, mandateCallbackFaults, requestFaults } from './bacen-schema.ts'
import {
  AGENCY_CERTIFICATE,
  AGENCY_KEY,
  AUTHORITY,
  BANK_CERTIFICATE,
  BANK_KEY,
} from './client-certificates.ts'
import { chargeNote, mandateNote } from './fake-mandate-books.ts'
import { type FakeProfile, type Knock, MANDATE_SCOPES, missing, SCOPES, standard } from './fake-profiles.ts'
import {
  type Books,
  type FakeAnswer,
  type FakeCall,
  type FakePayment,
  makeBooks,
  problem,
} from './fake-psp-books.ts'
import { closeAtOnce, keepRawSockets } from './raw-sockets.ts'

/**
 * A number: refuses with this status and does nothing. All others do the work first. hang: no response. reset: the
 * connection is reset. half: the response stops in the middle. hold: the response waits for `release`. A function
 * changes the response.
 */
export type Trouble =
  | number
  | 'none'
  | 'hang'
  | 'reset'
  | 'half'
  | 'hold'
  | 'garbage'
  | 'too-large'
  | 'redirect'
  | ((answer: FakeAnswer) => FakeAnswer)

export interface FakePsp {
  /** What an agency gets to connect to this bank. */
  settings: FakeSettings
  books: Books
  calls: FakeCall[]
  /** The numbers of checks against Banco Central's schema; `ownWays` counts this bank's own responses. */
  checked: { requests: number; answers: number; ownWays: number; callbacks: number }
  /** Maps a callback address to a reachable one; if null, it tries no address before it accepts it. */
  reach: ((url: string) => string) | null
  /** The number of calls that begin like this: 'PUT /cob/', 'POST /oauth/token', '' for all. */
  count(start: string): number
  /** Failures of the next calls that begin like this, one each. */
  trouble(start: string, ...troubles: Trouble[]): void
  /** Removes all planned failures. */
  calm(): void
  /** Sends the held responses. */
  release(): void
  /** The lifetime of new tokens, which it enforces by its own clock. */
  tokenLifeSeconds: number
  /** The only scopes that it grants. */
  scopes: string
  /** Whether the contract has charges with a due date; without them their scopes are unknown. */
  hasDueDates: boolean
  /** Its contracts include Pix Automático; without it a token for these scopes is refused. */
  hasMandates: boolean
  revokeTokens(): void
  /** Everything that must never appear in a message: credentials, and each issued token. */
  secrets(): string[]
  /** The payer pays, by default the charge's amount, whatever the state of the charge. */
  pay(txid: string, options?: { amount?: string }): FakePayment
  /**
   * Reports these charges to `url` + /pix, one call each time: their payments, or for an unpaid charge a payment that
   * does not exist. Returns the statuses of the responses.
   */
  callBack(url: string, txids: string[], options?: { times?: number; reversed?: boolean }): Promise<number[]>
  /** Reports a mandate to `url` + /rec, or a charge of one to `url` + /cobr. */
  callBackMandate(url: string, idRec: string): Promise<number>
  callBackDebit(url: string, txid: string): Promise<number>
  close(): Promise<void>
}

export type FakeSettings = PixSettings &
  Required<Pick<PixSettings, 'api_url' | 'token_url' | 'client_secret'>>

const DUE_DATE_SCOPES = ['cobv.write', 'cobv.read']
const TOO_LARGE = 1024 * 1024 + 1

export async function startFakePsp(
  options: { clock?: Clock; pixKey?: string; profile?: FakeProfile; hasDueDates?: boolean } = {},
): Promise<FakePsp> {
  const { clock = realClock, pixKey = '7f6844d0-de89-47e5-9ef7-e0a35a681615', profile = standard } = options
  const tokenPath = profile.token.replace(/\?.*/, '')
  const faults: string[] = []
  const clientId = 'agencia-sol'
  const clientSecret = `segredo-${randomBytes(12).toString('hex')}`
  const books = makeBooks(pixKey, clock)
  const calls: FakeCall[] = []
  const secrets = [clientSecret, Buffer.from(`${clientId}:${clientSecret}`).toString('base64'), AGENCY_KEY]
  const tokens = new Map<string, { untilMs: number; scopes: string[] }>()
  const planned: { start: string; troubles: Trouble[] }[] = []
  let held: (() => void)[] = []

  const tls = {
    cert: BANK_CERTIFICATE,
    key: BANK_KEY,
    ca: [AUTHORITY],
    requestCert: true,
    rejectUnauthorized: true,
  }
  const server = createServer(tls, (incoming, outgoing) => {
    // Callers may disconnect at any time, often on purpose.
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const sockets = keepRawSockets(server)

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('error', () => {})
    const url = new URL(incoming.url ?? '', 'https://bank')
    const raw = await text(incoming)
    const isJson = incoming.headers['content-type'] === 'application/json'
    const call: FakeCall = {
      method: incoming.method ?? '',
      path: pathOf(incoming.method ?? '', url.pathname),
      query: Object.fromEntries(url.searchParams),
      body: isJson ? JSON.parse(raw) : raw,
    }
    calls.push(call)
    const trouble = nextTrouble(`${call.method} ${call.path}`)
    const knock = { headers: incoming.headers, query: call.query, raw }
    const forced = typeof trouble === 'number' ? problem(trouble, 'Problema', `Problema ${trouble}.`) : null
    const answer =
      call.path === tokenPath ? (forced ?? giveToken(knock)) : await answerTo(call, knock, forced)
    if (trouble === 'reset') sockets.get(incoming.socket.remotePort ?? 0)?.resetAndDestroy()
    else if (trouble === 'hold') held.push(() => send(answer, outgoing))
    else if (typeof trouble === 'function') send(trouble(answer), outgoing)
    else if (trouble !== 'hang') send(answer, outgoing, trouble)
  }

  function nextTrouble(called: string): Trouble {
    const plan = planned.find(({ start, troubles }) => called.startsWith(start) && troubles.length > 0)
    return plan?.troubles.shift() ?? 'none'
  }

  function pathOf(method: string, pathname: string): string {
    const api = method === 'PATCH' ? (profile.patchApi ?? profile.api) : profile.api
    return pathname.startsWith(`${api}/`) ? pathname.slice(api.length) : pathname
  }

  /** Both are checked against the schema before a planned failure changes the response. */
  async function answerTo(call: FakeCall, knock: Knock, forced: FakeAnswer | null): Promise<FakeAnswer> {
    note(call, requestFaults(call, profile.parameters))
    psp.checked.requests++
    const missed = profile.misses(call, knock)
    const refused =
      forced ?? (missed === null ? refusalOf(call, `${knock.headers.authorization}`) : missing(missed))
    const unreached = refused === null && (await isUnreached(call))
    const answer = refused ?? (unreached ? UNREACHED : books.answer(call))
    const said = profile.says(call, answer)
    if (profile.ownWays.includes(`${call.method} /${call.path.split('/')[1]} ${said.status}`)) {
      psp.checked.ownWays++
      return said
    }
    note(call, answerFaults(call, said))
    psp.checked.answers++
    return said
  }

  function note({ method, path }: FakeCall, found: string[]): void {
    faults.push(...found.map((fault) => `${method} ${path}: ${fault}`))
  }

  /** A bank may try an address before it accepts it: at once, and with the suffix that it will append. */
  async function isUnreached({ path, body }: FakeCall): Promise<boolean> {
    if (!path.startsWith('/webhook/') || psp.reach === null) return false
    const { webhookUrl } = body as { webhookUrl: string }
    const probe = JSON.stringify({ evento: 'teste_webhook', data_criacao: clock.now().toISOString() })
    const statuses = [await post(webhookUrl, probe), await post(`${webhookUrl}/pix`, probe)]
    return statuses.some((status) => status !== 200)
  }

  async function post(url: string, body: string): Promise<number> {
    const { origin: to, pathname } = new URL(psp.reach === null ? url : psp.reach(url))
    const headers = { 'content-type': 'application/json' }
    const answer = await agent.request({ origin: to, path: pathname, method: 'POST', headers, body })
    await answer.body.dump()
    return answer.statusCode
  }

  function giveToken(knock: Knock): FakeAnswer {
    const wanted = profile.askedScopes(knock, { id: clientId, secret: clientSecret })
    if (wanted === null)
      return { status: 401, body: { error: 'invalid_client', sent: knock.headers.authorization } }
    const scopes = wanted.split(' ')
    const isOfMandates = scopes.some((scope) => MANDATE_SCOPES.split(' ').includes(scope))
    if (isOfMandates && !psp.hasMandates) return { status: 400, body: { error: 'invalid_scope' } }
    const known = [...SCOPES.split(' '), ...(psp.hasDueDates ? DUE_DATE_SCOPES : [])]
    if (!scopes.every((scope) => known.includes(scope)))
      return { status: 400, body: { error: 'invalid_scope' } }
    const access_token = randomBytes(16).toString('hex')
    secrets.push(access_token)
    const grantable = [...psp.scopes.split(' '), ...(psp.hasDueDates ? DUE_DATE_SCOPES : [])]
    // A bank that is asked for no scopes knows those of the application.
    const isUnasked = wanted === SCOPES && profile.scopesAreKnown === true
    const granted = isUnasked ? grantable : scopes.filter((scope) => grantable.includes(scope))
    tokens.set(access_token, {
      untilMs: clock.now().getTime() + psp.tokenLifeSeconds * 1_000,
      scopes: granted,
    })
    const token_type = 'Bearer'
    const body = { access_token, token_type, expires_in: psp.tokenLifeSeconds, scope: granted.join(' ') }
    return { status: 200, body }
  }

  function refusalOf({ method, path }: FakeCall, authorization: string): FakeAnswer | null {
    const token = tokens.get(authorization.replace(/^Bearer /, ''))
    if (token === undefined || clock.now().getTime() >= token.untilMs) {
      return problem(401, 'AcessoNegado', `Token inválido: ${authorization}`)
    }
    const part = path.split('/')[1] ?? ''
    const scope = `${part === 'locrec' ? 'payloadlocationrec' : part}.${method === 'GET' ? 'read' : 'write'}`
    return token.scopes.includes(scope) ? null : problem(403, 'AcessoNegado', `Falta o escopo ${scope}.`)
  }

  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const psp: FakePsp = {
    settings: {
      api_url: origin + profile.api,
      token_url: origin + profile.token,
      client_id: clientId,
      client_secret: clientSecret,
      pix_key: pixKey,
      certificate: AGENCY_CERTIFICATE,
      private_key: AGENCY_KEY,
      authority: AUTHORITY,
      ...profile.settings,
    },
    books,
    calls,
    checked: { requests: 0, answers: 0, ownWays: 0, callbacks: 0 },
    reach: null,
    count: (start) => calls.filter(({ method, path }) => `${method} ${path}`.startsWith(start)).length,
    trouble(start, ...troubles) {
      planned.push({ start, troubles })
    },
    calm() {
      planned.length = 0
    },
    release() {
      for (const go of held) go()
      held = []
    },
    tokenLifeSeconds: profile.tokenLifeSeconds,
    scopes: SCOPES,
    hasDueDates: options.hasDueDates ?? false,
    hasMandates: true,
    revokeTokens: () => tokens.clear(),
    secrets: () => secrets,
    pay: (txid, { amount } = {}) => books.pay(txid, amount),
    async callBack(url, txids, { times = 1, reversed = false } = {}) {
      const payments = txids.flatMap((txid) => {
        const paid = books.payments.filter((payment) => payment.txid === txid)
        return paid.length > 0 ? paid : [madeUp(txid, clock)]
      })
      const callback = { pix: reversed ? payments.toReversed() : payments }
      faults.push(...callbackFaults(callback))
      psp.checked.callbacks++
      const statuses: number[] = []
      for (let sent = 0; sent < times; sent++)
        statuses.push(await post(`${url.replace(/\/$/, '')}/pix`, JSON.stringify(callback)))
      return statuses
    },
    async callBackMandate(url, idRec) {
      const callback = { recs: [mandateNote(books.mandates.mandates.get(idRec)!)] }
      faults.push(...mandateCallbackFaults('rec', callback))
      return post(`${url.replace(/\/$/, '')}/rec`, JSON.stringify(callback))
    },
    async callBackDebit(url, txid) {
      const callback = { cobsr: [chargeNote(books.mandates.charges.get(txid)!)] }
      faults.push(...mandateCallbackFaults('cobr', callback))
      return post(`${url.replace(/\/$/, '')}/cobr`, JSON.stringify(callback))
    },
    async close() {
      await agent.close()
      await closeAtOnce(server, sockets)
      assert.deepEqual(faults, [], "checked against Banco Central's schema")
    },
  }
  books.refusesKnownIds = profile.refusesKnownIds
  return psp
}

const UNREACHED = problem(400, 'WebhookOperacaoInvalida', 'A URL informada não respondeu com 200.')

function send({ status, body }: FakeAnswer, outgoing: ServerResponse, trouble: Trouble = 'none'): void {
  const whole = typeof body === 'string' ? body : JSON.stringify(body)
  if (trouble === 'redirect') outgoing.writeHead(307, { location: '/elsewhere' }).end()
  else if (trouble === 'garbage') outgoing.writeHead(status).end('<html>Bem-vindo</html>')
  else if (trouble === 'too-large') outgoing.writeHead(status).end(`"${'x'.repeat(TOO_LARGE)}"`)
  else if (trouble === 'half') outgoing.writeHead(status).write(whole.slice(0, whole.length / 2))
  else outgoing.writeHead(status, { 'content-type': 'application/json' }).end(whole)
}

function madeUp(txid: string, clock: Clock): Omit<FakePayment, 'chave'> {
  const horario = clock.now().toISOString()
  return {
    endToEndId: `E00000000${randomBytes(12).toString('hex').slice(0, 23)}`,
    txid,
    valor: '1.00',
    horario,
  }
}
