// Calls a running service with the key of the login. Errors name the remedy: another address, a running
// service, another key.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ErrorDetail } from '../../../../contract/common.ts'
import type { Phrase, ReaderLanguage } from '../../../../contract/phrases/phrase.ts'
import { randomToken } from '../../../kernel/crypto/secret-box.ts'
import { VERSION } from '../../../kernel/process/project.ts'
import { aboutField, CommandFailure } from '../failures.ts'
import { joined, type Terminal } from '../terminal.ts'

// Stores the address and the key of a service between commands, in a file that only its owner reads.

export interface Login {
  url: string
  key: string
}

const NOT_LOGGED_IN: Phrase = [
  'No service is known: run "npx embarque login", or set EMBARQUE_URL and EMBARQUE_API_KEY in the environment.',
  'Nenhum serviço é conhecido: rode "npx embarque login" ou defina EMBARQUE_URL e EMBARQUE_API_KEY no ambiente.',
]

/** The environment takes precedence over the file, setting by setting. */
export function readLogin(terminal: Terminal): Login {
  const { EMBARQUE_URL, EMBARQUE_API_KEY } = terminal.settings()
  const stored = EMBARQUE_URL && EMBARQUE_API_KEY ? undefined : storedLogin(terminal)
  const [url, key] = [EMBARQUE_URL || stored?.url, EMBARQUE_API_KEY || stored?.key]
  if (!url || !key) throw new CommandFailure('notAllowed', NOT_LOGGED_IN)
  return { url: addressOf(url), key }
}

/** Written atomically, so that there is never half a key. */
export function storeLogin(terminal: Terminal, login: Login): string {
  const file = fileOf(terminal)
  mkdirSync(folderOf(terminal), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomToken(5)}`
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
  return file
}

/** Returns whether a login was stored. */
export function forgetLogin(terminal: Terminal): boolean {
  const isStored = storedLogin(terminal) !== undefined
  rmSync(fileOf(terminal), { force: true })
  return isStored
}

/** Accepts addresses copied from a browser or the documentation. */
export function addressOf(text: string): string {
  const written = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(written))
    throw new CommandFailure('notUnderstood', [
      `"${text}" is no address of a service, such as http://127.0.0.1:3000.`,
      `"${text}" não é um endereço de serviço, como http://127.0.0.1:3000.`,
    ])
  return written.replace(/\/+$/, '').replace(/\/(?:api\/v1|docs|painel)$/, '')
}

function storedLogin(terminal: Terminal): Partial<Login> | undefined {
  const file = fileOf(terminal)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new CommandFailure('failed', [
        `${file} is damaged: run "npx embarque login" again.`,
        `${file} está danificado: rode "npx embarque login" de novo.`,
      ])
    return undefined
  }
}

function folderOf(terminal: Terminal): string {
  const { XDG_CONFIG_HOME, APPDATA, HOME } = terminal.settings()
  const folder = XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA)
  return join(folder || join(HOME || homedir(), '.config'), 'embarque')
}

const fileOf = (terminal: Terminal) => join(folderOf(terminal), 'login.json')

export interface ServiceResponse<T> {
  readonly body: T
  readonly status: number
  readonly tookMs: number
}

export interface Service extends Login {
  /** Returns the body of a successful response. */
  call<T>(method: string, path: string, body?: object, headers?: Headers): Promise<T>
  /** Returns a successful response with its status and time. */
  ask<T>(method: string, path: string, body?: object, headers?: Headers): Promise<ServiceResponse<T>>
  /** Opens a successful response as a stream. */
  open(path: string, headers: Headers, signal: AbortSignal): Promise<Response>
  /** Returns the response to a JSON-RPC message, which contains its own errors. */
  post(path: string, body: string, headers: Headers): Promise<Response>
}

type Headers = Readonly<Record<string, string>>

const CALL_MS_MAX = 120_000

export const serviceOf = (terminal: Terminal) => makeService(readLogin(terminal), terminal.language)

/** In Portuguese the service's sentences for people are shown; in English those for programmers. */
export function makeService({ url, key }: Login, language: ReaderLanguage = 'en'): Service {
  async function reach(path: string, init: RequestInit): Promise<Response> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(language === 'pt-BR' && { 'accept-language': language }),
      'user-agent': `embarque-cli/${VERSION}`,
      ...init.headers,
    }
    // A redirect would send the key elsewhere.
    return fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' }).catch(
      (error: Error & { cause?: Error & { code?: string } }) => {
        if (init.signal?.aborted && error.name === 'AbortError') throw error
        throw new CommandFailure('notReached', unreached(url, error.cause ?? error))
      },
    )
  }
  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await reach(path, init)
    return response.ok ? response : refuse({ url, key }, response, await response.text().catch(() => ''))
  }
  async function ask<T>(method: string, path: string, body?: object, headers: Headers = {}) {
    const begun = performance.now()
    const sent = body && { body: JSON.stringify(body) }
    const type: Headers = body ? { 'content-type': 'application/json' } : {}
    const signal = AbortSignal.timeout(CALL_MS_MAX)
    const response = await send(path, { method, signal, ...sent, headers: { ...type, ...headers } })
    const read = parsed<T>(await response.text()) ?? notOurs(url, response)
    return { body: read, status: response.status, tookMs: Math.round(performance.now() - begun) }
  }
  return {
    url,
    key,
    ask,
    call: async <T>(...asked: Parameters<typeof ask>) => (await ask<T>(...asked)).body,
    open: (path, headers, signal) => send(path, { headers, signal }),
    async post(path, body, given) {
      const headers = { 'content-type': 'application/json', ...given }
      const response = await reach(path, { method: 'POST', body, headers })
      if (response.ok) return response
      const text = await response.text().catch(() => '')
      return text.includes('"jsonrpc"') ? new Response(text) : refuse({ url, key }, response, text)
    },
  }
}

function unreached(url: string, { code, message }: Error & { code?: string }): Phrase {
  if (code === 'ECONNREFUSED')
    return [
      `No service answers at ${url}. Start it with "npm start", or run "npx embarque login" with where it is.`,
      `Nenhum serviço responde em ${url}. Inicie-o com "npm start" ou rode "npx embarque login" com o endereço certo.`,
    ]
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [
      `There is no machine of the name in ${url}. Run "npx embarque login" with the right address.`,
      `A máquina indicada em ${url} não existe. Rode "npx embarque login" com o endereço certo.`,
    ]
  return [
    `The service at ${url} cannot be reached (${message || code}). Check the address with "npx embarque login".`,
    `Não foi possível acessar o serviço em ${url} (${message || code}). Confira o endereço com "npx embarque login".`,
  ]
}

interface Refusal {
  success: false
  code: string
  message: string
  /** Absent in responses of a service before 1.0.0. */
  user_message?: string
  details?: ErrorDetail[]
}

function refuse({ url, key }: Login, response: Response, text: string): never {
  const body = parsed(text)
  if (!isRefusal(body)) return notOurs(url, response)
  const { code, message, user_message = message, details = [] } = body
  const fields = details.map(aboutField).map(([en, pt]): Phrase => [`  ${en}`, `  ${pt}`])
  const advice = joined([[message, user_message], ...fields])
  if (response.status === 401)
    throw new CommandFailure(
      'notAllowed',
      [
        `The service at ${url} does not know the key ${shortened(key)}: it is mistyped, revoked or of another ` +
          'service. Make one in the panel or with "npx embarque key create", then run "npx embarque login".',
        `O serviço em ${url} não conhece a chave ${shortened(key)}: ela tem um erro de digitação, foi revogada ou é de ` +
          'outro serviço. Crie uma no painel ou com "npx embarque key create" e rode "npx embarque login".',
      ],
      code,
    )
  const isForbidden = response.status === 403
  throw new CommandFailure(isForbidden ? 'notAllowed' : 'failed', advice, code, details)
}

function notOurs(url: string, { status, headers }: Response): never {
  const elsewhere = headers.get('location')
  const what: Phrase =
    elsewhere === null
      ? [`HTTP ${status}`, `HTTP ${status}`]
      : [`HTTP ${status}, to ${elsewhere}`, `HTTP ${status}, para ${elsewhere}`]
  throw new CommandFailure('notReached', [
    `What answers at ${url} is no Embarque service (${what[0]}). Run "npx embarque login" with the address that ` +
      '"npm start" shows it.',
    `O que responde em ${url} não é um serviço Embarque (${what[1]}). Rode "npx embarque login" com o endereço que ` +
      '"npm start" mostra.',
  ])
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false && 'code' in body

function parsed<T = unknown>(text: string): T | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Enough to recognise the key. */
const shortened = (key: string) => `${key.slice(0, 8)}…${key.slice(-4)}`
