// Words of the settings: agency.
import { en } from './en/agency.ts'
import { pt } from './pt/agency.ts'

export const agencyWords = { pt, en }
