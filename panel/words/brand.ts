// Words of the settings: brand.
import { en } from './en/brand.ts'
import { pt } from './pt/brand.ts'

export const brandWords = { pt, en }
