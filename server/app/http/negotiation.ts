// Parses preference headers: Accept-Encoding, Accept-Language, Prefer and Accept.

import type { FastifyRequest } from 'fastify'
import { WAIT_SECONDS_MAX } from '../../../contract/limits.ts'
import { INVOICE_PATH, PAY_PATH, QUOTE_PATH, TRIP_PATH } from '../../../contract/links.ts'
import type { Language } from '../../features/flights/reference/geography.ts'

export type Preference = [name: string, quality: number]

const QUALITY = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** In the header's order, in lower case. */
export function readPreferences(header = ''): Preference[] {
  return header.toLowerCase().split(',').map(readPreference)
}

/** From 0 to 1; an unreadable weight is 0. */
function readPreference(text: string): Preference {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  if (parameters.length === 0) return [name, 1]
  const [, quality = '0'] = QUALITY.exec(parameters[0] ?? '') ?? []
  return [name, Number(quality)]
}

// Chooses the compression by Accept-Encoding: the client's preferred one, and among equals ours.

/** Our order: similar size in a fraction of the time. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const OLD_NAMES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' }

/** Returns null if the client accepts none of them or prefers an uncompressed response. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const qualities = new Map(
    readPreferences(header).map(([name, quality]) => [OLD_NAMES[name] ?? name, quality]),
  )
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  const [best] = ENCODINGS.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  if (best === undefined || qualityOf(best) === 0) return null
  return qualityOf(best) >= (qualities.get('identity') ?? 0) ? best : null
}

// Chooses the language by Accept-Language: English unless Portuguese of any country is preferred.

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['pt', 'pt-BR'],
  ['en', 'en'],
])

export function acceptedLanguage(header: string | undefined): Language {
  return namedLanguage(header) ?? 'en'
}

/** Returns undefined if the header names neither language. */
function namedLanguage(header: string | undefined): Language | undefined {
  const known = readPreferences(header).filter(
    ([name, quality]) => quality > 0 && languageOf(name) !== undefined,
  )
  const best = known.reduce<Preference>(
    (liked, preference) => (preference[1] > liked[1] ? preference : liked),
    ['', 0],
  )
  return languageOf(best[0])
}

/** The language of texts for people: as the request asks, otherwise the team's. */
export function readerLanguage({ headers, caller }: FastifyRequest): Language {
  return namedLanguage(headers['accept-language']) ?? caller?.team.language ?? 'pt-BR'
}

/** The first part of a tag decides: pt-PT is Portuguese too. */
function languageOf(tag: string): Language | undefined {
  return LANGUAGES.get(tag.split('-', 1)[0] ?? '')
}

// Reads `Prefer: wait=N` of RFC 7240: how long the caller waits for a response. Unknown preferences are
// ignored, as the RFC requires.

/** A longer header is ignored. */
const CHARACTERS_MAX = 500
/** Preferences are separated by commas; quoted values may contain commas. */
const PREFERENCES = /(?:"[^"]*"|[^,"])+/g
/** Parameters follow a semicolon. */
const WAIT = /^\s*wait\s*(?:=\s*(?:"(?<quoted>[^"]*)"|(?<plain>[^\s;"]*)))?\s*(?:;|$)/i

/** In whole seconds, up to the maximum; undefined without a valid preference. */
export function waitSecondsOf(prefer: string | string[] | undefined): number | undefined {
  const text = Array.isArray(prefer) ? prefer.join() : (prefer ?? '')
  if (text.length > CHARACTERS_MAX) return undefined
  // The first preference counts, even if it is invalid.
  const found = text
    .match(PREFERENCES)
    ?.map((one) => WAIT.exec(one))
    .find((one) => one !== null)
  const seconds = found?.groups?.quoted ?? found?.groups?.plain ?? ''
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds), WAIT_SECONDS_MAX) : undefined
}

// Whether the client is a browser that gets an HTML error page instead of JSON. Links of payers and clients
// always get a page, also if they are cut off or mistyped.

const LINKS = [PAY_PATH, INVOICE_PATH, QUOTE_PATH, TRIP_PATH]

export function readsPages({ url, headers, routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config
  const isForPeople =
    operation === undefined ? leadsToPage(url, headers.accept) : operation.forPeople === true
  return isForPeople && !asksForJson(headers.accept)
}

/** Also a path that leads nowhere, for a browser, which names pages among what it takes. */
function leadsToPage(url: string, accept: string | undefined): boolean {
  const isLink = LINKS.some((path) => url === path || url.startsWith(`${path}/`))
  return isLink || (!url.startsWith('/api/') && new Map(readPreferences(accept)).has('text/html'))
}

/** JSON is named and preferred to a page. Browsers that accept anything, as for a picture, get the page. */
function asksForJson(accept: string | undefined): boolean {
  const likings = new Map(readPreferences(accept))
  return (likings.get('application/json') ?? 0) > (likings.get('text/html') ?? 0)
}
