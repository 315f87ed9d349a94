// Words of the settings: pricing.
import { en } from './en/pricing.ts'
import { pt } from './pt/pricing.ts'

export const pricingWords = { pt, en }
