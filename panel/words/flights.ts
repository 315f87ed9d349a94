// Words of the search for flights.
import { en } from './en/flights.ts'
import { pt } from './pt/flights.ts'

export const flightWords = { pt, en }
