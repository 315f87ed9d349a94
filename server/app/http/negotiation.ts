// What a header such as Accept-Encoding or Accept-Language wishes for, each name with how much it is liked.

import type { FastifyRequest } from 'fastify'
import { WAIT_SECONDS_MAX } from '../../../contract/limits.ts'
import { INVOICE_PATH, PAY_PATH, QUOTE_PATH } from '../../../contract/links.ts'
import type { Language } from '../../features/flights/reference/geography.ts'

export type Wish = [name: string, quality: number]

const QUALITY = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** In the order in which they stand, in lower case. */
export function readWishes(header = ''): Wish[] {
  return header.toLowerCase().split(',').map(readWish)
}

/** From 0 to 1; what cannot be read is not liked. */
function readWish(text: string): Wish {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  if (parameters.length === 0) return [name, 1]
  const [, quality = '0'] = QUALITY.exec(parameters[0] ?? '') ?? []
  return [name, Number(quality)]
}

// Which compression a caller takes, as its Accept-Encoding tells: the one it likes best, and of equals the one we do.

/** Ours in this order: as small as the next one in a fraction of its time. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const OLD_NAMES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' }

/** Null where it takes none of them, or would rather have the answer as it is. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const qualities = new Map(readWishes(header).map(([name, quality]) => [OLD_NAMES[name] ?? name, quality]))
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  const [best] = ENCODINGS.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  if (best === undefined || qualityOf(best) === 0) return null
  return qualityOf(best) >= (qualities.get('identity') ?? 0) ? best : null
}

// Which of our two languages a caller would rather read, as its Accept-Language tells: English unless it likes
// Portuguese better, of any country.

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['pt', 'pt-BR'],
  ['en', 'en'],
])

export function acceptedLanguage(header: string | undefined): Language {
  return namedLanguage(header) ?? 'en'
}

/** Undefined where it names neither. */
function namedLanguage(header: string | undefined): Language | undefined {
  const known = readWishes(header).filter(([name, quality]) => quality > 0 && languageOf(name) !== undefined)
  const best = known.reduce<Wish>((liked, wish) => (wish[1] > liked[1] ? wish : liked), ['', 0])
  return languageOf(best[0])
}

/** What people read in an answer: as the request says, or else in the language of the team. */
export function readerLanguage({ headers, caller }: FastifyRequest): Language {
  return namedLanguage(headers['accept-language']) ?? caller?.team.language ?? 'pt-BR'
}

/** By the first part of a tag: pt-PT is Portuguese too. */
function languageOf(tag: string): Language | undefined {
  return LANGUAGES.get(tag.split('-', 1)[0] ?? '')
}

// Reads how long a caller is willing to wait for an answer: `Prefer: wait=N` of RFC 7240. What it does not understand
// is ignored, as the RFC says.

/** A longer header is nobody's wish. */
const CHARACTERS_MAX = 500
/** Between commas; what is quoted may have some inside. */
const PREFERENCES = /(?:"[^"]*"|[^,"])+/g
/** Its parameters come after a semicolon. */
const WAIT = /^\s*wait\s*(?:=\s*(?:"(?<quoted>[^"]*)"|(?<plain>[^\s;"]*)))?\s*(?:;|$)/i

/** In whole seconds, up to the most that an answer waits; undefined where nothing is said, or nothing that counts. */
export function waitSecondsOf(prefer: string | string[] | undefined): number | undefined {
  const text = Array.isArray(prefer) ? prefer.join() : (prefer ?? '')
  if (text.length > CHARACTERS_MAX) return undefined
  // The first one counts, even if it is wrong.
  const found = text
    .match(PREFERENCES)
    ?.map((one) => WAIT.exec(one))
    .find((one) => one !== null)
  const seconds = found?.groups?.quoted ?? found?.groups?.plain ?? ''
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds), WAIT_SECONDS_MAX) : undefined
}

// Whether who sent a request sits before a browser: then a refusal is a page, and not JSON. It is so of the links that
// payers and clients get, also where one was cut off or mistyped so that it leads nowhere.

const LINKS = [PAY_PATH, INVOICE_PATH, QUOTE_PATH]

export function readsPages({ url, headers, routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config
  const isForPeople =
    operation === undefined ? leadsToPage(url, headers.accept) : operation.forPeople === true
  return isForPeople && !asksForJson(headers.accept)
}

/** Also a path that leads nowhere, for a browser, which names pages among what it takes. */
function leadsToPage(url: string, accept: string | undefined): boolean {
  const isLink = LINKS.some((path) => url === path || url.startsWith(`${path}/`))
  return isLink || (!url.startsWith('/api/') && new Map(readWishes(accept)).has('text/html'))
}

/** By name, and more than for a page: what takes anything, as browsers do for a picture, gets the page. */
function asksForJson(accept: string | undefined): boolean {
  const likings = new Map(readWishes(accept))
  return (likings.get('application/json') ?? 0) > (likings.get('text/html') ?? 0)
}
